import { Buffer } from 'node:buffer';
import type { ClaudeActorsError } from '../../errors.js';
import { writeFailedError } from './inputPipe.js';
import type {
  Command,
  Exit,
  Leftover,
  ProcessHandle,
  ProcessListener,
  StopSignal,
} from './port.js';

/** What happens to a write: `accept` it, `hold` it like a full pipe, or `fail` like a closed one. */
export type WriteMode = 'accept' | 'hold' | 'fail';

/** A fake process in memory, from the side of the process: its methods play what the CLI does. */
export interface MemoryProcess {
  readonly command: Command;
  readonly written: readonly string[];
  /** Whether the process has read EOF from stdin. */
  readonly ended: boolean;
  readonly signals: readonly StopSignal[];
  /** The signals that were sent to what it left running. */
  readonly sweeps: readonly StopSignal[];
  readonly paused: boolean;
  readonly released: boolean;
  writes: WriteMode;
  /** Keeps stderr open after the exit, as a descendant can. */
  keepStderrOpen: boolean;
  /** Leaves sweeps unanswered until `answerSweep`. Otherwise they find nothing. */
  holdSweeps: boolean;
  spawn(pid?: number): void;
  fail(error: ClaudeActorsError): void;
  stdout(bytes: Uint8Array | string): void;
  endStdout(): void;
  stderr(bytes: Uint8Array | string): void;
  endStderr(): void;
  exit(exit?: Partial<Exit>): void;
  /** Accepts the writes that were held. */
  acceptHeld(): void;
  /** Fails the writes that were held, like a pipe whose other end is closed. */
  failHeld(): void;
  /** Says what a sweep has found. */
  answerSweep(found: readonly Leftover[]): void;
}

/** How a fake reacts to what its owner does. Never called from inside a call of the owner. */
export interface MemoryBehaviour {
  started?(process: MemoryProcess): void;
  wrote?(process: MemoryProcess, line: string): void;
  ended?(process: MemoryProcess): void;
  killed?(process: MemoryProcess, signal: StopSignal): void;
}

type Stage = 'starting' | 'alive' | 'exited' | 'failed';
type Done = (error?: ClaudeActorsError) => void;

/** Creates both ends of a fake process: the one that plays the CLI, and the handle for its owner. */
export function memoryProcess(
  command: Command,
  owner: ProcessListener,
  behaviour: MemoryBehaviour,
): { process: MemoryProcess; handle: ProcessHandle } {
  const written: string[] = [];
  const signals: StopSignal[] = [];
  const heldWrites: Array<{ line: string; done: Done }> = [];
  const sweeps: StopSignal[] = [];
  const heldSweeps: Array<(found: readonly Leftover[]) => void> = [];
  /** Output that arrived while it was paused. */
  const heldOutput: Array<() => void> = [];
  let stage: Stage = 'starting';
  let stdoutOpen = true;
  let closing = false;
  let paused = false;
  let listener: ProcessListener | undefined = owner;
  let pid: number | undefined;

  const requireStage = (...stages: Stage[]) => {
    if (!stages.includes(stage))
      throw new Error(`The fake process cannot do this: it is ${stage}.`);
  };
  const settle = (done: Done, error?: ClaudeActorsError) => queueMicrotask(() => done(error));
  const accept = (line: string, done: Done) => {
    written.push(line);
    settle(done);
    queueMicrotask(() => behaviour.wrote?.(process, line));
  };
  const reportEnd = () => queueMicrotask(() => behaviour.ended?.(process));
  const failHeld = () => {
    for (const { done } of heldWrites.splice(0)) settle(done, writeFailedError(pid));
  };
  const flush = () => {
    while (!paused) {
      const next = heldOutput.shift();
      if (!next) return;
      next();
    }
  };
  const output = (deliver: () => void) => {
    heldOutput.push(deliver);
    flush();
  };

  const process: MemoryProcess = {
    command,
    written,
    signals,
    sweeps,
    get ended() {
      return closing && heldWrites.length === 0;
    },
    get paused() {
      return paused;
    },
    get released() {
      return listener === undefined;
    },
    writes: 'accept',
    keepStderrOpen: false,
    holdSweeps: false,
    spawn(number) {
      requireStage('starting');
      stage = 'alive';
      pid = number;
      listener?.spawned(pid);
    },
    fail(error) {
      requireStage('starting');
      stage = 'failed';
      failHeld();
      listener?.failed(error);
    },
    stdout(bytes) {
      requireStage('alive', 'exited');
      if (!stdoutOpen) throw new Error('The fake process cannot write: its stdout has ended.');
      output(() => listener?.stdout(toBytes(bytes)));
    },
    endStdout() {
      requireStage('alive', 'exited');
      if (!stdoutOpen) throw new Error('The stdout of the fake process has already ended.');
      stdoutOpen = false;
      output(() => listener?.stdoutEnded());
    },
    stderr(bytes) {
      requireStage('alive', 'exited');
      listener?.stderr(toBytes(bytes));
    },
    endStderr() {
      listener?.stderrEnded?.();
    },
    exit(exit = {}) {
      requireStage('alive');
      stage = 'exited';
      failHeld();
      if (!process.keepStderrOpen) process.endStderr();
      const code = exit.signal ? null : 0;
      listener?.exited({ code, signal: null, ...exit });
    },
    acceptHeld() {
      for (const { line, done } of heldWrites.splice(0)) accept(line, done);
      if (closing) reportEnd();
    },
    failHeld,
    answerSweep(found) {
      for (const done of heldSweeps.splice(0)) done(found);
    },
  };

  const acceptsInput = () =>
    command.stdin === 'pipe' &&
    !closing &&
    process.writes !== 'fail' &&
    listener !== undefined &&
    (stage === 'starting' || stage === 'alive');

  const handle: ProcessHandle = {
    write(line, done) {
      if (!acceptsInput()) settle(done, writeFailedError(pid));
      else if (process.writes === 'hold' || heldWrites.length > 0) heldWrites.push({ line, done });
      else accept(line, done);
    },
    end() {
      if (!acceptsInput()) return;
      closing = true;
      if (heldWrites.length === 0) reportEnd();
    },
    kill(signal) {
      if (stage !== 'starting' && stage !== 'alive') return;
      signals.push(signal);
      queueMicrotask(() => behaviour.killed?.(process, signal));
    },
    pauseOutput() {
      paused = true;
    },
    resumeOutput() {
      paused = false;
      queueMicrotask(flush);
    },
    sweep(signal, done) {
      sweeps.push(signal);
      heldSweeps.push(done);
      if (!process.holdSweeps) process.answerSweep([]);
    },
    release() {
      listener = undefined;
      heldOutput.length = 0;
      failHeld();
    },
  };

  return { process, handle };
}

function toBytes(bytes: Uint8Array | string): Uint8Array {
  return typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
}
