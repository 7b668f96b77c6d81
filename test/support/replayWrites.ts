import { isDeepStrictEqual } from 'node:util';

type Json = Record<string, unknown>;

/**
 * A deviation from the recording: the runtime writes these lines only after the line `until`,
 * because it has a rule of its own.
 */
export interface Deviation {
  lines: readonly number[];
  until: number;
  why: string;
}

/** Compares what a runtime writes with what was recorded, frame by frame. */
export class RecordedWrites {
  readonly #deviations: readonly Deviation[];
  readonly #awaited: { line: number; frame: Json }[] = [];
  #seen = 0;

  constructor(deviations: readonly Deviation[]) {
    this.#deviations = deviations;
  }

  /** From now on the runtime has reason to write this. */
  expect(line: number, frame: Json): void {
    this.#awaited.push({ line, frame });
  }

  /** Throws if more, less or something else was written than is recorded up to the line `at`. */
  check(written: readonly string[], at: number): void {
    for (const text of written.slice(this.#seen)) {
      const awaited = this.#awaited.shift();
      if (!awaited) throw new Error(`line ${at}: wrote what is not recorded: ${text}`);
      const { line, frame } = awaited;
      if (!text.endsWith('\n') || !isDeepStrictEqual(likeRecorded(text, frame), frame)) {
        throw new Error(`line ${line}: wrote ${text}but ${JSON.stringify(frame)} is recorded`);
      }
      this.checkTime(line, at, true);
    }
    this.#seen = written.length;
    for (const { line } of this.#awaited) this.checkTime(line, at, false);
  }

  /** Throws if what is recorded at `line` is done too early, or is not done yet. */
  checkTime(line: number, at: number, done: boolean): void {
    const until = this.#deviations.find(({ lines }) => lines.includes(line))?.until ?? line;
    if (done && at < until) {
      throw new Error(`line ${line}: is to wait until ${until}, but was written after ${at}`);
    }
    if (!done && at >= until) throw new Error(`line ${line}: not written by the line ${at}`);
  }
}

/** Every message of ours has a uuid; if the recorded one has none, it is not compared. */
function likeRecorded(text: string, frame: Json): Json {
  const { uuid, ...rest } = JSON.parse(text) as Json;
  if (uuid === undefined || (frame.type === 'user' && frame.uuid === undefined)) return rest;
  return { ...rest, uuid };
}
