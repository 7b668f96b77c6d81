import { Buffer } from 'node:buffer';
import type { Readable, Writable } from 'node:stream';
import { textOf } from '../../codec/jsonObject.js';
import { ClaudeActorsError, type ErrorDetails } from '../../errors.js';
import { redact, redactArgv } from '../../ffi/environment/secrets.js';
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

export type SpawnProcess = (options: SpawnOptions) => SpawnedProcess;

/** Processes that the user's `spawnClaudeCodeProcess` starts: in a container, on another machine. */
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
        if (problem === undefined) return own(started as SpawnedProcess, command, listener, abort);
        return refuse(started, problem, command, listener);
      } catch (cause) {
        const failure = spawnFailed(`failed: ${textOf(cause)}`, command, cause);
        return neverStarted(listener, () => failure);
      }
    },
  };
}

function own(
  child: SpawnedProcess,
  command: Command,
  owner: ProcessListener,
  abort: AbortController,
): ProcessHandle {
  const { pid, stdin, stdout, stderr } = child;
  let listener: ProcessListener | undefined = owner;
  let stage: 'starting' | 'alive' | 'gone' = 'starting';
  let outputEnded = false;
  let spoke = false;

  const becomeAlive = () => {
    if (stage !== 'starting') return;
    stage = 'alive';
    listener?.spawned(pid);
    stderr?.on('data', onComplaint);
    if (stderr) stderr.once('close', onComplaintsEnd).once('end', onComplaintsEnd);
    else onComplaintsEnd();
    if (outputEnded) listener?.stdoutEnded();
    if (hasExited(child)) onExit(child.exitCode, child.signalCode ?? null);
  };
  const onBytes = (bytes: Uint8Array | string) => {
    becomeAlive();
    spoke = true;
    listener?.stdout(toBytes(bytes));
  };
  const onOutputEnd = () => {
    outputEnded = true;
    if (stage !== 'starting') listener?.stdoutEnded();
  };
  const onComplaint = (bytes: Uint8Array | string) => listener?.stderr(toBytes(bytes));
  const onComplaintsEnd = () => listener?.stderrEnded?.();
  const leave = (exit?: Exit) => {
    stage = 'gone';
    unregister();
    child.off('exit', onExit);
    if (!listener) child.off('error', onError);
    if (exit) listener?.exited(exit);
  };
  const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
    becomeAlive();
    if (stage !== 'gone') leave({ code, signal, orphansKilled: 0 });
  };
  const onError = (cause: Error) => {
    // Of a process with a pid it tells of a signal: its exit still comes. Without, of its end.
    if (stage === 'gone' || pid !== undefined) return;
    const failure = spawnFailed(`started nothing: ${textOf(cause)}`, command, cause);
    const exit = { code: null, signal: null, orphansKilled: 0 };
    if (stage === 'alive') return leave(spoke ? exit : { ...exit, startFailure: failure });
    leave();
    listener?.failed(failure);
  };
  const kill = (signal: NodeJS.Signals) => {
    if (stage === 'gone') return;
    endQuietly(child, signal);
    // By SIGTERM it has had its chance to end; some take down a whole machine on this signal.
    if (signal !== 'SIGINT') abort.abort();
  };

  const unregister = processReaper.register(() => kill('SIGTERM'));
  child.on('exit', onExit);
  child.on('error', onError);
  const input = inputPipe(stdin as Writable, pid);
  if (command.stdin === 'ignore') input.end();
  const output = outputPipe(stdout as Readable, onBytes, onOutputEnd);
  stderr?.on('error', () => {});
  // Node tells of a failed spawn in the next tick; what is no process of Node's may have no pid.
  if (pid === undefined) setImmediate(becomeAlive);
  else process.nextTick(becomeAlive);

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

/** What was returned is no process, or not one that can be talked to: it is ended. */
function refuse(
  started: unknown,
  problem: string,
  command: Command,
  listener: ProcessListener,
): ProcessHandle {
  const why = `must return the process itself, as child_process.spawn does with stdio: 'pipe'; it returned ${problem}`;
  let failure = spawnFailed(why, command);
  // Where Node has no more file descriptors it makes no streams, and this says why.
  (started as Partial<SpawnedProcess> | undefined)?.on?.('error', (cause) => {
    failure = spawnFailed(`started nothing: ${textOf(cause)}`, command, cause);
  });
  const end = (found: unknown) => endQuietly(found, 'SIGKILL');
  Promise.resolve(started).then(end, () => {});
  return neverStarted(listener, () => failure);
}

function neverStarted(owner: ProcessListener, why: () => ClaudeActorsError): ProcessHandle {
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

function spawnFailed(why: string, command: Command, cause?: unknown): ClaudeActorsError {
  const { file, args, cwd, env } = command;
  const details: ErrorDetails = {
    stage: 'spawn',
    cliPath: file,
    argv: redactArgv([file, ...args], { env }),
    ...(cwd === undefined ? {} : { cwd }),
  };
  const message = `spawnClaudeCodeProcess ${redact(why, { env })}. Correct that function, or leave the option out to start the CLI on this machine.`;
  return new ClaudeActorsError('SpawnFailed', message, details, { cause: safe(cause, env) });
}

/** Node's spawn errors carry the whole command line, and printing ours prints its cause. */
function safe(cause: unknown, env: Command['env']): unknown {
  if (typeof cause !== 'object' || cause === null || !('spawnargs' in cause)) return cause;
  const { message, code, errno } = cause as unknown as NodeJS.ErrnoException;
  return Object.assign(new Error(redact(message, { env })), { code, errno });
}

const wanted: Readonly<Record<'' | 'stdin' | 'stdout', readonly string[]>> = {
  '': ['on', 'off', 'kill'],
  stdin: ['write', 'end', 'on'],
  stdout: ['on', 'once', 'pause', 'resume'],
};

function problemOf(started: unknown): string | undefined {
  if (typeof started !== 'object' || started === null) return textOf(started);
  if ('then' in started) return 'a promise of one';
  for (const [part, methods] of Object.entries(wanted)) {
    const object = part === '' ? started : (started as Record<string, unknown>)[part];
    const missing = methods.find((name) => typeof methodOf(object, name) !== 'function');
    if (!missing) continue;
    return part === ''
      ? `an object without ${missing}()`
      : `a process whose ${part} is no stream of Node's (no ${missing}())`;
  }
  return undefined;
}

function methodOf(object: unknown, name: string): unknown {
  return (object as Record<string, unknown> | null | undefined)?.[name];
}

function hasExited({ exitCode, signalCode }: SpawnedProcess): boolean {
  return typeof exitCode === 'number' || typeof signalCode === 'string';
}

function endQuietly(child: unknown, signal: NodeJS.Signals): void {
  try {
    (child as Partial<SpawnedProcess> | undefined)?.kill?.(signal);
  } catch {
    // What is no process, or is gone, need not be ended.
  }
}

function toBytes(bytes: Uint8Array | string): Uint8Array {
  return typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
}
