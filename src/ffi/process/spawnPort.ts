import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { ClaudeActorsError } from '../../errors.js';
import { isWindowsProgram } from '../discovery/cliCommand.js';
import { addGuardToken, type Guard, noGuard, processGuard } from './guard.js';
import { inputPipe } from './inputPipe.js';
import { outputPipe } from './outputPipe.js';
import type { Command, Exit, Port, ProcessHandle, ProcessListener } from './port.js';
import { pidsWithToken } from './processList.js';
import { posixProcessTree, windowsProcessTree } from './processTree.js';
import { processReaper } from './reaper.js';
import { unsafeScript } from './spawnErrorMessages.js';
import { architectureFailure, spawnFailure } from './spawnFailure.js';
import { spawnProgram } from './spawnProgram.js';

export interface SpawnPortOptions {
  /** Whether a helper process kills the CLIs if this process is killed by SIGKILL. Default: true. */
  guard?: boolean;
  platform?: NodeJS.Platform;
}

/** A port that starts real child processes. */
export function spawnPort(
  options: SpawnPortOptions = {},
  availableGuard: Guard = processGuard,
): Port {
  const { guard: wantsGuard = true, platform = process.platform } = options;
  const guard = wantsGuard && platform !== 'win32' ? availableGuard : noGuard;
  return {
    plain: true,
    start(command, listener) {
      // cross-spawn would find a script of that name and run it with cmd.exe.
      if (platform === 'win32' && !isWindowsProgram(command.file)) {
        return failedHandle(listener, () => unsafeScriptError(command.file));
      }
      const token = guard === noGuard ? undefined : randomUUID();
      let child: ChildProcess;
      try {
        child = spawnChild(command, platform, token);
      } catch (cause) {
        return failedHandle(listener, () => spawnFailure(cause, command));
      }
      return childHandle(child, command, listener, { platform, guard, token });
    },
  };
}

function spawnChild(
  { file, args, cwd, env, stdin }: Command,
  platform: NodeJS.Platform,
  token: string | undefined,
) {
  return spawnProgram(file, args, {
    cwd,
    env: token === undefined ? { ...env } : addGuardToken(env, token),
    stdio: [stdin, 'pipe', 'pipe'],
    // A process group and session of its own: Ctrl-C in our terminal reaches only us, and a signal
    // to the group reaches what the CLI starts. On Windows this would open a console window.
    detached: platform !== 'win32',
    windowsHide: true,
  });
}

interface Supervision {
  platform: NodeJS.Platform;
  guard: Guard;
  token: string | undefined;
}

/** Connects a child to its listener, and makes sure that it does not outlive this process. */
function childHandle(
  child: ChildProcess,
  command: Command,
  owner: ProcessListener,
  { platform, guard, token }: Supervision,
): ProcessHandle {
  const { pid, stdin, stdout, stderr } = child;
  let listener: ProcessListener | undefined = owner;

  const release = () => {
    listener = undefined;
    // After EMFILE, Node creates no streams.
    for (const pipe of [stdin, stdout, stderr]) pipe?.destroy();
    child.unref();
  };

  if (pid === undefined) {
    child.once('error', (cause) => {
      listener?.failed(spawnFailure(cause, command));
      release();
    });
    return { ...inertHandle(), release };
  }

  const tree = platform === 'win32' ? windowsProcessTree(pid) : posixProcessTree(pid);
  const unwatch = guard.watch(pid, token);
  const unregister = processReaper.register((processes) => {
    tree.killNow(guard.allowGracePeriod(pid), processes);
  });
  let isAlive = true;
  let hasOutput = false;

  const onExit = () => {
    if (!isAlive) return;
    isAlive = false;
    const toolPids = token && wasKilled(child) ? pidsWithToken(token, platform) : undefined;
    const orphansKilled = tree.killSurvivors(toolPids);
    unregister();
    unwatch();
    const exit: Exit = { code: child.exitCode, signal: child.signalCode, orphansKilled };
    const failure = hasOutput ? undefined : startFailure(exit, command);
    listener?.exited(failure === undefined ? exit : { ...exit, startFailure: failure });
  };

  child.once('spawn', () => listener?.spawned(pid));
  child.once('exit', onExit);
  child.on('error', () => {
    // On Windows, cross-spawn emits an error if cmd.exe exits because it did not find the program.
    if (child.exitCode !== null || child.signalCode !== null) onExit();
  });
  const output = outputPipe(
    stdout,
    (bytes) => {
      hasOutput = true;
      listener?.stdout(bytes);
    },
    () => listener?.stdoutEnded(),
  );
  stderr?.on('data', (bytes: Buffer) => listener?.stderr(bytes)).on('error', () => {});
  stderr?.once('close', () => listener?.stderrEnded?.());

  return {
    ...inputPipe(stdin, pid),
    kill(signal) {
      if (isAlive) tree.signal(signal);
    },
    pauseOutput: output.pause,
    resumeOutput: output.resume,
    release,
  };
}

/** Whether the CLI had no time to stop its tools. It does on SIGINT; on SIGTERM, old CLIs do not. */
function wasKilled({ exitCode, signalCode }: ChildProcess): boolean {
  return signalCode === null ? exitCode === 143 : signalCode !== 'SIGINT';
}

/** Exit codes of a shell that was given a binary: syntax error, not executable, not found. */
const shellFailureCodes: ReadonlySet<number | null> = new Set([2, 126, 127]);

function startFailure({ code }: Exit, command: Command): ClaudeActorsError | undefined {
  return shellFailureCodes.has(code) ? architectureFailure(command) : undefined;
}

function unsafeScriptError(file: string): ClaudeActorsError {
  return new ClaudeActorsError('UnsafeCliScript', unsafeScript(file), { cliPath: file });
}

/** The handle of a process that could not be started. */
function failedHandle(owner: ProcessListener, createError: () => ClaudeActorsError): ProcessHandle {
  let listener: ProcessListener | undefined = owner;
  process.nextTick(() => listener?.failed(createError()));
  return {
    ...inertHandle(),
    release() {
      listener = undefined;
    },
  };
}

function inertHandle(): Omit<ProcessHandle, 'release'> {
  return {
    ...inputPipe(undefined, undefined),
    kill() {},
    pauseOutput() {},
    resumeOutput() {},
  };
}
