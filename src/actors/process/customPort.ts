import { Buffer } from 'node:buffer';
import type { Readable, Writable } from 'node:stream';
import { textOf } from '../../codec/jsonObject.js';
import { ClaudeActorsError, type ErrorDetails } from '../../errors.js';
import { inputPipe } from '../../ffi/process/inputPipe.js';
import { outputPipe } from '../../ffi/process/outputPipe.js';
import type {
  Command,
  Exit,
  Port,
  ProcessHandle,
  ProcessListener,
} from '../../ffi/process/port.js';
import { processReaper } from '../../ffi/process/reaper.js';
import type { SpawnedProcess, SpawnOptions } from '../../options/processTypes.js';
import { knownSecrets } from '../../secrets/KnownSecrets.js';
import { redactArgv } from '../../secrets/redact.js';
import { withoutFullStop } from '../../util/withoutFullStop.js';

export type SpawnProcess = (options: SpawnOptions) => SpawnedProcess;

/** Starts processes with the user's `spawnClaudeCodeProcess`, in a container for example. */
export function customPort(spawnProcess: SpawnProcess): Port {
  return {
    start(command, listener) {
      const { file, args, cwd, env } = command;
      const abort = new AbortController();
      const { signal } = abort;
      try {
        const options = { command: file, args: [...args], cwd, env: { ...env }, signal };
        const started: unknown = spawnProcess(options);
        const problem = problemOf(started);
        if (problem === undefined)
          return adoptProcess(started as SpawnedProcess, command, listener, abort);
        return rejectProcess(started, problem, command, listener);
      } catch (cause) {
        const failure = spawnFailed(
          `\`spawnClaudeCodeProcess\` threw: ${textOf(cause)}`,
          command,
          cause,
        );
        return failedStart(listener, () => failure);
      }
    },
  };
}

/** Connects a process that the user's function started to its owner. */
function adoptProcess(
  child: SpawnedProcess,
  command: Command,
  owner: ProcessListener,
  abort: AbortController,
): ProcessHandle {
  const { pid, stdin, stdout, stderr } = child;
  let listener: ProcessListener | undefined = owner;
  let stage: 'starting' | 'alive' | 'gone' = 'starting';
  let stdoutEnded = false;
  let hasOutput = false;
  /** What broke the process's streams. Its exit does not tell. */
  let broken: ClaudeActorsError | undefined;

  const markAlive = () => {
    if (stage !== 'starting') return;
    stage = 'alive';
    listener?.spawned(pid);
    stderr?.on('data', onStderr);
    if (stderr) stderr.once('close', onStderrEnd).once('end', onStderrEnd);
    else onStderrEnd();
    if (stdoutEnded) listener?.stdoutEnded();
    if (hasExited(child)) onExit(child.exitCode, child.signalCode ?? null);
  };
  const onStdout = (bytes: Uint8Array | string) => {
    markAlive();
    hasOutput = true;
    listener?.stdout(toBytes(bytes));
  };
  const onStdoutEnd = () => {
    stdoutEnded = true;
    if (stage !== 'starting') listener?.stdoutEnded();
  };
  const onStderr = (bytes: Uint8Array | string) => listener?.stderr(toBytes(bytes));
  const onStderrEnd = () => listener?.stderrEnded?.();
  const markGone = (exit?: Exit) => {
    stage = 'gone';
    unregister();
    child.off('exit', onExit);
    if (!listener) child.off('error', onError);
    if (!exit) return;
    const hides = broken && exit.code !== 0 && !exit.startFailure;
    listener?.exited(hides ? { ...exit, startFailure: broken } : exit);
  };
  const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
    markAlive();
    if (stage !== 'gone') markGone({ code, signal });
  };
  const onError = (cause: Error) => {
    // With a pid, the error is about a signal, and `exit` follows. Without one, this is the end.
    if (stage === 'gone' || pid !== undefined) return;
    const why = `${officialWords}: ${textOf(cause)}`;
    const failure = hasOutput
      ? processBroke(why, command, cause)
      : spawnFailed(why, command, cause);
    if (stage === 'alive') return markGone({ ...noExit, startFailure: failure });
    markGone();
    listener?.failed(failure);
  };
  const onBrokenInput = (cause: unknown) => {
    if (stage === 'gone') return;
    kill('SIGKILL');
    const why = `Failed to write to process stdin: ${textOf(cause)}`;
    markGone({ ...noExit, startFailure: processBroke(why, command, cause) });
  };
  const kill = (signal: NodeJS.Signals) => {
    if (stage === 'gone') return;
    killQuietly(child, signal);
    // By SIGTERM the CLI has had its chance to exit. Some functions stop a whole machine on abort.
    if (signal !== 'SIGINT') abort.abort();
  };

  const unregister = processReaper.register(() => kill('SIGTERM'));
  child.on('exit', onExit);
  child.on('error', onError);
  const input = inputPipe(stdin as Writable, pid, onBrokenInput);
  if (command.stdin === 'ignore') input.end();
  const output = outputPipe(stdout as Readable, onStdout, onStdoutEnd);
  stdout.on('error', (cause: unknown) => {
    broken ??= processBroke(textOf(cause), command, cause);
  });
  stderr?.on('error', () => {});
  // Node reports a failed spawn in the next tick. A process that is not Node's may have no pid.
  if (pid === undefined) setImmediate(markAlive);
  else process.nextTick(markAlive);

  return {
    ...input,
    kill,
    pauseOutput: output.pause,
    resumeOutput: output.resume,
    release() {
      listener = undefined;
      if (stage === 'gone') child.off('error', onError);
      else abort.abort();
      for (const pipe of [stdin, stdout, stderr]) (pipe as Readable | undefined)?.destroy?.();
      (child as { unref?(): void }).unref?.();
    },
  };
}

/** Fails the start, and kills whatever the user's function returned: it cannot be used. */
function rejectProcess(
  started: unknown,
  problem: string,
  command: Command,
  listener: ProcessListener,
): ProcessHandle {
  const why = `\`spawnClaudeCodeProcess\` must return the process itself, as child_process.spawn does with stdio: 'pipe', but returned ${problem}`;
  let failure = spawnFailed(why, command);
  // Out of file descriptors, Node returns a process without streams. Its error says why.
  (started as Partial<SpawnedProcess> | undefined)?.on?.('error', (cause) => {
    failure = spawnFailed(`${officialWords}: ${textOf(cause)}`, command, cause);
  });
  const kill = (child: unknown) => killQuietly(child, 'SIGKILL');
  Promise.resolve(started).then(kill, () => {});
  return failedStart(listener, () => failure);
}

function failedStart(owner: ProcessListener, why: () => ClaudeActorsError): ProcessHandle {
  let listener: ProcessListener | undefined = owner;
  setImmediate(() => listener?.failed(why()));
  return {
    ...inputPipe(undefined, undefined),
    kill() {},
    pauseOutput() {},
    resumeOutput() {},
    release() {
      listener = undefined;
    },
  };
}

const noExit: Exit = { code: null, signal: null };

/** Programs search messages for them. */
const officialWords = 'Failed to spawn Claude Code process';

/** A process that ran is not usable any more, as its own streams or events say. */
function processBroke(why: string, command: Command, cause: unknown): ClaudeActorsError {
  const message = `${withoutFullStop(why)}. The process that \`spawnClaudeCodeProcess\` returned can no longer be used. Start a new session; pass \`resume\` to continue the conversation.`;
  const details = detailsOf('run', command);
  return new ClaudeActorsError('ProcessError', message, details, {
    cause: withoutCommandLine(cause),
  });
}

function detailsOf(stage: string, { file, args, cwd, env }: Command): ErrorDetails {
  knownSecrets.learn(env);
  return {
    stage,
    cliPath: file,
    argv: redactArgv([file, ...args]),
    ...(cwd === undefined ? {} : { cwd }),
  };
}

function spawnFailed(why: string, command: Command, cause?: unknown): ClaudeActorsError {
  const details = detailsOf('spawn', command);
  const message = `${withoutFullStop(why)}. Fix \`spawnClaudeCodeProcess\`, or leave the option out to run Claude Code on this machine.`;
  return new ClaudeActorsError('SpawnFailed', message, details, {
    cause: withoutCommandLine(cause),
  });
}

/** Node's spawn errors contain the whole command line, and printing our error prints its cause. */
function withoutCommandLine(cause: unknown): unknown {
  if (typeof cause !== 'object' || cause === null || !('spawnargs' in cause)) return cause;
  const { message, code, errno } = cause as unknown as NodeJS.ErrnoException;
  return Object.assign(new Error(message), { code, errno });
}

const requiredMethods: Readonly<Record<'' | 'stdin' | 'stdout', readonly string[]>> = {
  '': ['on', 'off', 'kill'],
  stdin: ['write', 'end', 'on'],
  stdout: ['on', 'once', 'pause', 'resume'],
};

function problemOf(started: unknown): string | undefined {
  if (typeof started !== 'object' || started === null) return textOf(started);
  if ('then' in started) return 'a promise';
  for (const [part, methods] of Object.entries(requiredMethods)) {
    const object = part === '' ? started : (started as Record<string, unknown>)[part];
    const missing = methods.find((name) => typeof methodOf(object, name) !== 'function');
    if (!missing) continue;
    return part === ''
      ? `an object without ${missing}()`
      : `a process whose ${part} is not a Node stream (it has no ${missing}())`;
  }
  return undefined;
}

function methodOf(object: unknown, name: string): unknown {
  return (object as Record<string, unknown> | null | undefined)?.[name];
}

function hasExited({ exitCode, signalCode }: SpawnedProcess): boolean {
  return typeof exitCode === 'number' || typeof signalCode === 'string';
}

function killQuietly(child: unknown, signal: NodeJS.Signals): void {
  try {
    (child as Partial<SpawnedProcess> | undefined)?.kill?.(signal);
  } catch {
    // It is not a process, or it is gone already.
  }
}

function toBytes(bytes: Uint8Array | string): Uint8Array {
  return typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
}
