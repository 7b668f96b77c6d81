import type { ChildProcess } from 'node:child_process';
import { ClaudeActorsError } from '../../errors.js';
import { isWindowsProgram } from '../discovery/cliCommand.js';
import { type Guard, noGuard, processGuard } from './guard.js';
import { addGuardToken } from './guardToken.js';
import { inputPipe } from './inputPipe.js';
import { outputPipe } from './outputPipe.js';
import type { Command, Exit, Port, ProcessHandle, ProcessListener } from './port.js';
import { type ProcessTree, posixProcessTree, windowsProcessTree } from './processTree.js';
import { processReaper } from './reaper.js';
import { unsafeScript } from './spawnErrorMessages.js';
import { architectureFailure, spawnFailure } from './spawnFailure.js';
import { spawnProgram } from './spawnProgram.js';
import { holdStdin } from './stdinHolder.js';

export interface SpawnPortOptions {
  /** Whether a helper process kills the CLIs if this process is killed by SIGKILL. Default: true. */
  guard?: boolean;
  /** Called if that helper cannot be started. Called for the first CLI only, and says why. */
  onUnguarded?(reason: string): void;
  platform?: NodeJS.Platform;
}

/** A port that starts real child processes. */
export function spawnPort(
  options: SpawnPortOptions = {},
  availableGuard: Guard = processGuard,
): Port {
  const { guard: wantsGuard = true, onUnguarded, platform = process.platform } = options;
  const guard = wantsGuard && platform !== 'win32' ? availableGuard : noGuard;
  return {
    plain: true,
    start(command, listener) {
      // cross-spawn would find a script of that name and run it with cmd.exe.
      if (platform === 'win32' && !isWindowsProgram(command.file)) {
        return failedHandle(listener, () => unsafeScriptError(command.file));
      }
      const token = crypto.randomUUID();
      const supervision = supervise(token, platform, guard, onUnguarded);
      let child: ChildProcess;
      try {
        child = spawnChild(command, platform, token);
      } catch (cause) {
        supervision.end();
        return failedHandle(listener, () => spawnFailure(cause, command));
      }
      const holdsStdin = command.holdStdin === true && guard !== noGuard;
      return childHandle(child, command, listener, supervision, holdsStdin);
    },
  };
}

function spawnChild(
  { file, args, cwd, env, stdin }: Command,
  platform: NodeJS.Platform,
  token: string,
) {
  return spawnProgram(file, args, {
    cwd,
    env: platform === 'win32' ? { ...env } : addGuardToken(env, token),
    stdio: [stdin, 'pipe', 'pipe'],
    // A process group and session of its own: Ctrl-C in our terminal reaches only us, and a signal
    // to the group reaches what the CLI starts. On Windows this would open a console window.
    detached: platform !== 'win32',
    windowsHide: true,
  });
}

/** Makes sure that a process does not outlive this one. */
interface Supervision {
  /** The process runs. Returns its tree. */
  started(pid: number): ProcessTree;
  /** Call it once nothing of the process is left, or if it was never started. */
  end(): void;
}

/** Call it before the start: this process may be killed at any moment after that. */
function supervise(
  token: string,
  platform: NodeJS.Platform,
  guard: Guard,
  onUnguarded?: (reason: string) => void,
): Supervision {
  let tree: ProcessTree | undefined;
  const unregister = processReaper.register((processes) => {
    tree?.killNow(watch.allowGracePeriod(), processes);
  });
  const watch = guard.announce(token, onUnguarded);
  return {
    started(pid) {
      watch.started(pid);
      tree = platform === 'win32' ? windowsProcessTree(pid) : posixProcessTree(pid, token);
      return tree;
    },
    end() {
      unregister();
      watch.end();
    },
  };
}

/** Connects a child to its listener. */
function childHandle(
  child: ChildProcess,
  command: Command,
  owner: ProcessListener,
  supervision: Supervision,
  holdsStdin: boolean,
): ProcessHandle {
  const { pid, stdin, stdout, stderr } = child;
  let listener: ProcessListener | undefined = owner;

  // Before anything else: nothing was written yet, so the process can ask us nothing.
  const held = holdsStdin && stdin && pid !== undefined ? holdStdin(stdin, pid) : undefined;

  const closePipes = () => {
    listener = undefined;
    held?.release();
    // After EMFILE, Node creates no streams.
    for (const pipe of [stdin, stdout, stderr]) pipe?.destroy();
    // In Deno, this throws if the process could not be started.
    if (pid !== undefined) child.unref();
  };

  if (pid === undefined) {
    supervision.end();
    child.once('error', (cause) => {
      listener?.failed(spawnFailure(cause, command));
      closePipes();
    });
    return { ...inertHandle(), release: closePipes };
  }

  const tree = supervision.started(pid);
  const input = inputPipe(stdin, pid);
  let stage: 'alive' | 'exited' | 'over' = 'alive';
  let hasOutput = false;

  const finish = () => {
    stage = 'over';
    supervision.end();
  };
  const sweep: ProcessHandle['sweep'] = (signal, done) => {
    if (stage !== 'exited') return done([]);
    tree.sweep(signal).then((found) => {
      if (signal === 'SIGKILL' || found.length === 0) finish();
      done(found);
    });
  };
  /** Nobody is left to order it. */
  const sweepNow = () => sweep('SIGKILL', () => {});

  const onExit = () => {
    if (stage !== 'alive') return;
    stage = 'exited';
    held?.release();
    if (command.leftovers === 'keep' && !wasKilled(child)) finish();
    const exit: Exit = { code: child.exitCode, signal: child.signalCode };
    const failure = hasOutput ? undefined : startFailure(exit, command);
    if (!listener) return sweepNow();
    listener.exited(failure === undefined ? exit : { ...exit, startFailure: failure });
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
    write: input.write,
    end() {
      input.end();
      held?.release();
    },
    kill(signal) {
      if (stage === 'alive') tree.signal(signal);
    },
    pauseOutput: output.pause,
    resumeOutput: output.resume,
    sweep,
    release() {
      closePipes();
      if (stage === 'exited') sweepNow();
    },
  };
}

/**
 * Whether the CLI had no time to stop its tools, as it does on SIGINT and SIGTERM. A process that
 * ends because of a signal may also say so with a code above 128.
 */
function wasKilled({ exitCode, signalCode }: ChildProcess): boolean {
  if (signalCode !== null) return signalCode !== 'SIGINT' && signalCode !== 'SIGTERM';
  return exitCode !== null && exitCode > 128 && exitCode !== 130 && exitCode !== 143;
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
