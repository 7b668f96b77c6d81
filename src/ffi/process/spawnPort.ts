import type { ChildProcess } from 'node:child_process';
import spawn from 'cross-spawn';
import { ClaudeActorsError } from '../../errors.js';
import { type Guard, noGuard, processGuard } from './guard.js';
import { inputPipe } from './inputPipe.js';
import { outputPipe } from './outputPipe.js';
import type { Command, Port, ProcessHandle, ProcessListener } from './Port.js';
import { posixFamily } from './posixFamily.js';
import { processReaper } from './reaper.js';
import { unsafeScript } from './spawnAdvice.js';
import { spawnFailure } from './spawnFailure.js';
import { windowsFamily } from './windowsFamily.js';

export interface SpawnPortOptions {
  /** Whether a helper process ends the CLIs if this process is killed outright; on by default. */
  guard?: boolean;
  platform?: NodeJS.Platform;
}

/** Processes of the operating system. */
export function spawnPort(options: SpawnPortOptions = {}, theGuard: Guard = processGuard): Port {
  const { guard = true, platform = process.platform } = options;
  const chosen = guard && platform !== 'win32' ? theGuard : noGuard;
  return {
    start(command, listener) {
      // cross-spawn would run it by cmd.exe. Windows ignores dots and blanks at the end of a name.
      if (platform === 'win32' && /\.(?:cmd|bat)[. ]*$/i.test(command.file)) {
        return neverStarted(listener, () => refused(command.file));
      }
      let child: ChildProcess;
      try {
        child = spawnChild(command, platform);
      } catch (cause) {
        return neverStarted(listener, () => spawnFailure(cause, command));
      }
      return own(child, command, listener, platform, chosen);
    },
  };
}

function spawnChild({ file, args, cwd, env, stdin }: Command, platform: NodeJS.Platform) {
  return spawn(file, args, {
    cwd,
    env: { ...env },
    stdio: [stdin, 'pipe', 'pipe'],
    // A group and session of its own: Ctrl-C in our terminal is for us alone, and signals to the
    // group reach what the CLI starts. On Windows it would mean a console window.
    detached: platform !== 'win32',
    windowsHide: true,
  });
}

function own(
  child: ChildProcess,
  command: Command,
  owner: ProcessListener,
  platform: NodeJS.Platform,
  guard: Guard,
): ProcessHandle {
  const { pid, stdin, stdout, stderr } = child;
  let listener: ProcessListener | undefined = owner;

  const release = () => {
    listener = undefined;
    // After EMFILE Node makes no streams.
    for (const pipe of [stdin, stdout, stderr]) pipe?.destroy();
    child.unref();
  };

  if (pid === undefined) {
    child.once('error', (cause) => {
      listener?.failed(spawnFailure(cause, command));
      release();
    });
    return { ...withoutProcess(), release };
  }

  const family = platform === 'win32' ? windowsFamily(pid) : posixFamily(pid);
  const unwatch = guard.watch(pid);
  const unregister = processReaper.register((processes) => {
    family.endNow(guard.isUp(), processes);
  });
  let alive = true;

  const onExit = () => {
    if (!alive) return;
    alive = false;
    const orphansKilled = family.sweep();
    unregister();
    unwatch();
    listener?.exited({ code: child.exitCode, signal: child.signalCode, orphansKilled });
  };

  child.once('spawn', () => listener?.spawned(pid));
  child.once('exit', onExit);
  child.on('error', () => {
    // On Windows cross-spawn turns the exit of a program that cmd.exe did not find into an error.
    if (child.exitCode !== null || child.signalCode !== null) onExit();
  });
  const output = outputPipe(
    stdout,
    (bytes) => listener?.stdout(bytes),
    () => listener?.stdoutEnded(),
  );
  stderr?.on('data', (bytes: Buffer) => listener?.stderr(bytes)).on('error', () => {});

  return {
    ...inputPipe(stdin, pid),
    kill(signal) {
      if (alive) family.signal(signal);
    },
    pauseOutput: output.pause,
    resumeOutput: output.resume,
    release,
  };
}

function refused(file: string): ClaudeActorsError {
  return new ClaudeActorsError('UnsafeCliScript', unsafeScript(file), { cliPath: file });
}

function neverStarted(owner: ProcessListener, why: () => ClaudeActorsError): ProcessHandle {
  let listener: ProcessListener | undefined = owner;
  process.nextTick(() => listener?.failed(why()));
  return {
    ...withoutProcess(),
    release() {
      listener = undefined;
    },
  };
}

function withoutProcess(): Omit<ProcessHandle, 'release'> {
  return {
    ...inputPipe(undefined, undefined),
    kill() {},
    pauseOutput() {},
    resumeOutput() {},
  };
}
