import { StringDecoder } from 'node:string_decoder';
import { textOf } from '../../codec/jsonObject.js';
import type { Warning } from '../../options/runtimeTypes.js';

const linesASecond = 100;
const sampleEvery = 10;
const patienceMs = 1000;
const floodBytes = 10 * 1024 * 1024;
/** A line that goes on for longer is handed over in pieces, so that it is not kept. */
const longestPiece = 64 * 1024;

export interface StderrLinesOptions {
  /** Gets each line with its newline: joined, they are what the CLI wrote. */
  callback?: (data: string) => unknown;
  warn(warning: Warning): void;
  /** Milliseconds. */
  now(): number;
}

/** Stderr's bytes in, lines for the user's `stderr` callback out. */
export class StderrLines {
  readonly #options: StderrLinesOptions;
  readonly #decoder = new StringDecoder('utf8');
  #callback: StderrLinesOptions['callback'];
  #rest = '';
  #bytes = 0;
  #flooded = false;
  #sampled = false;
  #secondBegan = Number.NEGATIVE_INFINITY;
  #linesInSecond = 0;
  /** When each call began whose promise is open, the oldest first. */
  readonly #open = new Set<{ began: number }>();

  constructor(options: StderrLinesOptions) {
    this.#options = options;
    this.#callback = options.callback;
  }

  push(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#bytes >= floodBytes && !this.#flooded) {
      this.#flooded = true;
      const message = `The CLI has written more than ${floodBytes} bytes to stderr. Look at what it says there; debug output is turned off with the debug option.`;
      this.#warn('StderrFlood', message, { limit: floodBytes });
    }
    if (this.#callback) this.#split(this.#decoder.write(bytes));
  }

  /** Nothing more will come: a last line without a newline is handed over. */
  end(): void {
    if (!this.#callback) return;
    this.#split(this.#decoder.end());
    const last = this.#rest;
    this.#rest = '';
    if (last !== '') this.#offer(last);
  }

  #split(text: string): void {
    let from = 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
      const line = this.#rest + text.slice(from, at + 1);
      this.#rest = '';
      from = at + 1;
      this.#offer(line);
    }
    this.#rest += text.slice(from);
    if (this.#rest.length >= longestPiece) {
      const piece = this.#rest;
      this.#rest = '';
      this.#offer(piece);
    }
  }

  #offer(line: string): void {
    const now = this.#options.now();
    const [oldest] = this.#open;
    if (oldest && now - oldest.began > patienceMs) this.#dropSlow();
    if (this.#callback && this.#isChosen(now)) this.#call(this.#callback, line, now);
  }

  #isChosen(now: number): boolean {
    if (now - this.#secondBegan >= 1000) {
      this.#secondBegan = now;
      this.#linesInSecond = 0;
    }
    this.#linesInSecond += 1;
    const beyond = this.#linesInSecond - linesASecond;
    if (beyond <= 0) return true;
    if (!this.#sampled) {
      this.#sampled = true;
      const message = `The CLI writes more than ${linesASecond} lines a second to stderr; of those beyond, the stderr callback gets every ${sampleEvery}th.`;
      this.#warn('StderrSampled', message, { limit: linesASecond });
    }
    return beyond % sampleEvery === 0;
  }

  #call(callback: (data: string) => unknown, line: string, began: number): void {
    try {
      const returned = callback(line);
      if (this.#options.now() - began > patienceMs) this.#dropSlow();
      if (isPromise(returned)) this.#follow(returned, began);
    } catch (error) {
      this.#drop(`failed: ${textOf(error)}`);
    }
  }

  #follow(promise: PromiseLike<unknown>, began: number): void {
    const call = { began };
    this.#open.add(call);
    promise.then(
      () => {
        this.#open.delete(call);
        if (this.#options.now() - began > patienceMs) this.#dropSlow();
      },
      (error: unknown) => {
        this.#open.delete(call);
        this.#drop(`failed: ${textOf(error)}`);
      },
    );
  }

  #dropSlow(): void {
    this.#drop(`took more than ${patienceMs} ms`);
  }

  #drop(why: string): void {
    if (!this.#callback) return;
    this.#callback = undefined;
    this.#rest = '';
    this.#open.clear();
    const message = `The stderr callback ${why}; it is not called again. Let it only take the text, and work on it elsewhere.`;
    this.#warn('StderrCallbackDropped', message, {});
  }

  #warn(code: string, message: string, context: Warning['context']): void {
    this.#options.warn({ code, message, context });
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';
}
