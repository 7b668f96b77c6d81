import { Buffer } from 'node:buffer';
import type { ClaudeActorsError } from '../../errors.js';
import type { Command, Exit, ProcessHandle, ProcessListener, StopSignal } from './Port.js';
import { writeFailed } from './writeFailed.js';

/** What becomes of a write: taken, left waiting as by a full pipe, or failed as by a closed one. */
export type WriteMode = 'take' | 'hold' | 'fail';

/** A process without an operating system, seen from its own side. */
export interface MemoryProcess {
  readonly command: Command;
  readonly written: readonly string[];
  /** Whether it has come to the end of its stdin. */
  readonly ended: boolean;
  readonly signals: readonly StopSignal[];
  readonly paused: boolean;
  readonly released: boolean;
  writes: WriteMode;
  /** Whether stderr stays open after the exit, as where a descendant holds it. */
  stderrHeld: boolean;
  spawn(pid?: number): void;
  fail(error: ClaudeActorsError): void;
  stdout(bytes: Uint8Array | string): void;
  endStdout(): void;
  stderr(bytes: Uint8Array | string): void;
  endStderr(): void;
  exit(exit?: Partial<Exit>): void;
  /** Takes the writes that were held back. */
  takeHeld(): void;
  /** Fails them, as a pipe does that is closed at its other end. */
  failHeld(): void;
}

/** What a fake does of its own accord; never called from inside a call of the owner's. */
export interface MemoryBehaviour {
  started?(process: MemoryProcess): void;
  wrote?(process: MemoryProcess, line: string): void;
  ended?(process: MemoryProcess): void;
  killed?(process: MemoryProcess, signal: StopSignal): void;
}

type Stage = 'starting' | 'alive' | 'exited' | 'failed';
type Done = (error?: ClaudeActorsError) => void;

/** The two ends of a process that lives in memory: what drives it, and what its owner gets. */
export function memoryProcess(
  command: Command,
  owner: ProcessListener,
  behaviour: MemoryBehaviour,
): { process: MemoryProcess; handle: ProcessHandle } {
  const written: string[] = [];
  const signals: StopSignal[] = [];
  const heldWrites: Array<{ line: string; done: Done }> = [];
  /** Output that came while it was paused. */
  const heldOutput: Array<() => void> = [];
  let stage: Stage = 'starting';
  let stdoutOpen = true;
  let closing = false;
  let paused = false;
  let listener: ProcessListener | undefined = owner;
  let pid: number | undefined;

  const must = (...stages: Stage[]) => {
    if (!stages.includes(stage)) throw new Error(`A process cannot do this while ${stage}.`);
  };
  const settle = (done: Done, error?: ClaudeActorsError) => queueMicrotask(() => done(error));
  const take = (line: string, done: Done) => {
    written.push(line);
    settle(done);
    queueMicrotask(() => behaviour.wrote?.(process, line));
  };
  const tellEnd = () => queueMicrotask(() => behaviour.ended?.(process));
  const failHeld = () => {
    for (const { done } of heldWrites.splice(0)) settle(done, writeFailed(pid));
  };
  const flush = () => {
    while (!paused) {
      const next = heldOutput.shift();
      if (!next) return;
      next();
    }
  };
  const output = (tell: () => void) => {
    heldOutput.push(tell);
    flush();
  };

  const process: MemoryProcess = {
    command,
    written,
    signals,
    get ended() {
      return closing && heldWrites.length === 0;
    },
    get paused() {
      return paused;
    },
    get released() {
      return listener === undefined;
    },
    writes: 'take',
    stderrHeld: false,
    spawn(number) {
      must('starting');
      stage = 'alive';
      pid = number;
      listener?.spawned(pid);
    },
    fail(error) {
      must('starting');
      stage = 'failed';
      failHeld();
      listener?.failed(error);
    },
    stdout(bytes) {
      must('alive', 'exited');
      if (!stdoutOpen) throw new Error('A process cannot write to a stdout that has ended.');
      output(() => listener?.stdout(toBytes(bytes)));
    },
    endStdout() {
      must('alive', 'exited');
      if (!stdoutOpen) throw new Error('A stdout can end only once.');
      stdoutOpen = false;
      output(() => listener?.stdoutEnded());
    },
    stderr(bytes) {
      must('alive', 'exited');
      listener?.stderr(toBytes(bytes));
    },
    endStderr() {
      listener?.stderrEnded?.();
    },
    exit(exit = {}) {
      must('alive');
      stage = 'exited';
      failHeld();
      if (!process.stderrHeld) process.endStderr();
      const code = exit.signal ? null : 0;
      listener?.exited({ code, signal: null, orphansKilled: 0, ...exit });
    },
    takeHeld() {
      for (const { line, done } of heldWrites.splice(0)) take(line, done);
      if (closing) tellEnd();
    },
    failHeld,
  };

  const takesInput = () =>
    command.stdin === 'pipe' &&
    !closing &&
    process.writes !== 'fail' &&
    listener !== undefined &&
    (stage === 'starting' || stage === 'alive');

  const handle: ProcessHandle = {
    write(line, done) {
      if (!takesInput()) settle(done, writeFailed(pid));
      else if (process.writes === 'hold' || heldWrites.length > 0) heldWrites.push({ line, done });
      else take(line, done);
    },
    end() {
      if (!takesInput()) return;
      closing = true;
      if (heldWrites.length === 0) tellEnd();
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
