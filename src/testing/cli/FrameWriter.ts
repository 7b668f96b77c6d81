import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../codec/jsonObject.js';
import type { Faults } from '../scenario.js';
import type { Timers } from './Timers.js';

/** The stdio pipes of a process, seen from inside it. */
export interface Pipes {
  stdout(bytes: Uint8Array): void;
  stderr(text: string): void;
  /** Closes stdin: the host's writes fail from now on. */
  closeStdin(): void;
  closeStdout(): void;
  /** Leaves a descendant behind that keeps stdout open for this long. */
  holdStdout(milliseconds: number): void;
}

export interface OutputInput {
  pipes: Pipes;
  faults?: Faults;
  timers: Timers;
  sessionId: string;
  /** With any format other than `stream-json`, only the result is printed. */
  format: string;
}

/** Writes frames to stdout, with the pipe faults of the scenario. */
export class FrameWriter {
  readonly #pipes: Pipes;
  readonly #faults: Faults;
  readonly #timers: Timers;
  readonly #format: string;
  #slow: Promise<void> = Promise.resolve();
  #silent = false;
  sessionId: string;

  constructor({ pipes, faults = {}, timers, sessionId, format }: OutputInput) {
    this.#pipes = pipes;
    this.#faults = faults;
    this.#timers = timers;
    this.#format = format;
    this.sessionId = sessionId;
  }

  /** Writes a frame of the conversation, with the session's id and a uuid. */
  message(frame: JsonObject): void {
    this.frame({ ...frame, session_id: this.sessionId, uuid: frame.uuid ?? randomUUID() });
  }

  frame(frame: JsonObject): void {
    if (this.#format === 'stream-json') this.line(JSON.stringify(frame));
    else if (frame.type !== 'result') return;
    else this.line(this.#format === 'json' ? JSON.stringify(frame) : resultText(frame));
  }

  line(text: string): void {
    this.text(`${text}\n`);
  }

  text(text: string): void {
    if (this.#silent) return;
    const { splitEvery, slowOutput } = this.#faults;
    const pieces = piecesOf(Buffer.from(text), splitEvery);
    for (const piece of pieces) {
      if (slowOutput === undefined) {
        this.#pipes.stdout(piece);
      } else {
        this.#slow = this.#slow
          .then(() => this.#timers.sleep(slowOutput))
          .then(() => this.#pipes.stdout(piece));
        this.#slow.catch(() => {});
      }
    }
  }

  stderr(text: string): void {
    this.#pipes.stderr(text);
  }

  /** Drops all further output. */
  silence(): void {
    this.#silent = true;
  }

  /** Drops all further output, and closes stdout. */
  close(): void {
    this.silence();
    const close = () => this.#pipes.closeStdout();
    this.#slow = this.#slow.then(close, close);
  }

  /** Resolves once all slow output has been written. */
  flushed(): Promise<void> {
    return this.#slow;
  }
}

function piecesOf(bytes: Buffer, size = bytes.length): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return pieces;
}

function resultText({ result, errors }: JsonObject): string {
  return String(result ?? (errors as string[] | undefined)?.join('\n') ?? '');
}
