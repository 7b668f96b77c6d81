import type { ChildProcess } from 'node:child_process';
import { ClaudeActorsError } from '../../errors.js';
import { isWindowsProgram } from '../discovery/commandLine.js';
import { type Guard, markEnvironment, noGuard, processGuard } from './guard.js';
import { inputPipe } from './inputPipe.js';
import { markedPids } from './markedPids.js';
import { outputPipe } from './outputPipe.js';
import type { Command, Exit, Port, ProcessHandle, ProcessListener } from './Port.js';
import { posixFamily } from './posixFamily.js';
import { processReaper } from './reaper.js';
import { unsafeScript } from './spawnAdvice.js';
import { architectureFailure, spawnFailure } from './spawnFailure.js';
import { spawnProgram } from './spawnProgram.js';
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
    plain: true,
    start(command, listener) {
      // cross-spawn would find a script beside it, and run that by cmd.exe.
      if (platform === 'win32' && !isWindowsProgram(command.file)) {
        return neverStarted(listener, () => refused(command.file));
      }
      const token = chosen === noGuard ? undefined : freshToken();
      let child: ChildProcess;
      try {
        child = spawnChild(command, platform, token);
      } catch (cause) {
        return neverStarted(listener, () => spawnFailure(cause, command));
      }
      const watch = (pid: number) => chosen.watch(pid, token);
      return own(child, command, listener, platform, { ...chosen, watch }, token);
    },
  };
}

let given = 0;

/**
 * Nobody else has it: the pid tells it from those of other processes, the number from those of other
 * threads, and the count from the one before, also where a test has stopped the clock. Random bytes would
 * hold the first CLI up until `node:crypto` is loaded.
 */
function freshToken(): string {
  given += 1;
  const parts = [
    [process.hrtime.bigint(), 16],
    [process.pid, 8],
    [Math.floor(Math.random() * 2 ** 32), 8],
    [given, 8],
  ] as const;
  return parts.map(([number, digits]) => number.toString(16).padStart(digits, '0')).join('');
}

function spawnChild(
  { file, args, cwd, env, stdin }: Command,
  platform: NodeJS.Platform,
  token: string | undefined,
) {
  return spawnProgram(file, args, {
    cwd,
    env: token === undefined ? { ...env } : markEnvironment(env, token),
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
  token: string | undefined,
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
    family.endNow(guard.giveTime(pid), processes);
  });
  let alive = true;
  let spoke = false;

  const onExit = () => {
    if (!alive) return;
    alive = false;
    const marked = token && wasKilled(child) ? markedPids(token, platform) : undefined;
    const orphansKilled = family.sweep(marked);
    unregister();
    unwatch();
    const exit: Exit = { code: child.exitCode, signal: child.signalCode, orphansKilled };
    const failure = spoke ? undefined : startFailure(exit, command);
    listener?.exited(failure === undefined ? exit : { ...exit, startFailure: failure });
  };

  child.once('spawn', () => listener?.spawned(pid));
  child.once('exit', onExit);
  child.on('error', () => {
    // On Windows cross-spawn turns the exit of a program that cmd.exe did not find into an error.
    if (child.exitCode !== null || child.signalCode !== null) onExit();
  });
  const output = outputPipe(
    stdout,
    (bytes) => {
      spoke = true;
      listener?.stdout(bytes);
    },
    () => listener?.stdoutEnded(),
  );
  stderr?.on('data', (bytes: Buffer) => listener?.stderr(bytes)).on('error', () => {});
  stderr?.once('close', () => listener?.stderrEnded?.());

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

/** Whether it had no time to end its tools. On SIGINT it ends them; on SIGTERM an old CLI does not. */
function wasKilled({ exitCode, signalCode }: ChildProcess): boolean {
  return signalCode === null ? exitCode === 143 : signalCode !== 'SIGINT';
}

/** How shells end that were handed a binary: as a syntax error, not executable, not found. */
const shellFailures: ReadonlySet<number | null> = new Set([2, 126, 127]);

function startFailure({ code }: Exit, command: Command): ClaudeActorsError | undefined {
  return shellFailures.has(code) ? architectureFailure(command) : undefined;
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
