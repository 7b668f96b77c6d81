import { StringDecoder } from 'node:string_decoder';
import { textOf } from '../../codec/jsonObject.js';
import { stderrLimits } from '../../defaults.js';
import type { Warning } from '../../options/runtimeTypes.js';
import { withoutFullStop } from '../../util/withoutFullStop.js';

const { sampleEvery, slowAfterMs, floodBytes, maxPiece } = stderrLimits;

export interface StderrLinesOptions {
  /** Called with each line, newline included: concatenated, they are what the CLI wrote. */
  callback?: (data: string) => unknown;
  /** Above this rate, only some lines are handed over. Without it, all are. */
  linesPerSecond?: number | undefined;
  warn(warning: Warning): void;
  /** Milliseconds. */
  now(): number;
}

/**
 * Splits stderr into lines for the user's `stderr` callback. It stops calling a callback that is slow
 * or throws, and if a rate is set, it hands over only some of the lines above that.
 */
export class StderrLines {
  readonly #options: StderrLinesOptions;
  readonly #decoder = new StringDecoder('utf8');
  #callback: StderrLinesOptions['callback'];
  #partial = '';
  #bytes = 0;
  #warnedOfFlood = false;
  #warnedOfSampling = false;
  #secondStartedAt = Number.NEGATIVE_INFINITY;
  #linesInSecond = 0;
  /** The calls whose promise is pending, oldest first. */
  readonly #pending = new Set<{ startedAt: number }>();

  constructor(options: StderrLinesOptions) {
    this.#options = options;
    this.#callback = options.callback;
  }

  push(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#bytes >= floodBytes && !this.#warnedOfFlood) {
      this.#warnedOfFlood = true;
      const message = `Claude Code has written more than ${floodBytes} bytes to stderr. Look at what it writes there. If it is debug output, turn \`debug\` off.`;
      this.#warn('StderrFlood', message, { limit: floodBytes });
    }
    if (this.#callback) this.#split(this.#decoder.write(bytes));
  }

  /** Stderr has ended. A last line without a newline is handed over too. */
  end(): void {
    if (!this.#callback) return;
    this.#split(this.#decoder.end());
    const last = this.#partial;
    this.#partial = '';
    if (last !== '') this.#handOver(last);
  }

  #split(text: string): void {
    let from = 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
      const line = this.#partial + text.slice(from, at + 1);
      this.#partial = '';
      from = at + 1;
      this.#handOver(line);
    }
    this.#partial += text.slice(from);
    if (this.#partial.length >= maxPiece) {
      const piece = this.#partial;
      this.#partial = '';
      this.#handOver(piece);
    }
  }

  #handOver(line: string): void {
    const now = this.#options.now();
    const [oldest] = this.#pending;
    if (oldest && now - oldest.startedAt > slowAfterMs) this.#dropSlow();
    if (this.#callback && this.#shouldDeliver(now)) this.#call(this.#callback, line, now);
  }

  #shouldDeliver(now: number): boolean {
    const { linesPerSecond } = this.#options;
    if (linesPerSecond === undefined) return true;
    if (now - this.#secondStartedAt >= 1000) {
      this.#secondStartedAt = now;
      this.#linesInSecond = 0;
    }
    this.#linesInSecond += 1;
    const excess = this.#linesInSecond - linesPerSecond;
    if (excess <= 0) return true;
    if (!this.#warnedOfSampling) {
      this.#warnedOfSampling = true;
      const message = `Claude Code writes more than ${linesPerSecond} lines a second to stderr. Beyond that, your \`stderr\` callback gets only every ${sampleEvery}th line. Turn \`debug\` off if you do not need it, or raise \`limits.stderrLinesPerSecond\`.`;
      this.#warn('StderrSampled', message, { limit: linesPerSecond });
    }
    return excess % sampleEvery === 0;
  }

  #call(callback: (data: string) => unknown, line: string, startedAt: number): void {
    try {
      const returned = callback(line);
      if (this.#options.now() - startedAt > slowAfterMs) this.#dropSlow();
      if (isPromise(returned)) this.#follow(returned, startedAt);
    } catch (error) {
      this.#drop(`threw: ${textOf(error)}`);
    }
  }

  #follow(promise: PromiseLike<unknown>, startedAt: number): void {
    const call = { startedAt };
    this.#pending.add(call);
    promise.then(
      () => {
        this.#pending.delete(call);
        if (this.#options.now() - startedAt > slowAfterMs) this.#dropSlow();
      },
      (error: unknown) => {
        this.#pending.delete(call);
        this.#drop(`rejected: ${textOf(error)}`);
      },
    );
  }

  #dropSlow(): void {
    this.#drop(`took more than ${slowAfterMs} ms`);
  }

  #drop(why: string): void {
    if (!this.#callback) return;
    this.#callback = undefined;
    this.#partial = '';
    this.#pending.clear();
    const message = `Your \`stderr\` callback ${withoutFullStop(why)}. It is not called again. Only store the text in the callback, and process it elsewhere.`;
    this.#warn('StderrCallbackDropped', message, {});
  }

  #warn(code: string, message: string, context: Warning['context']): void {
    this.#options.warn({ code, message, context });
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';
}
