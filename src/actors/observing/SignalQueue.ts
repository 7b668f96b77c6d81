import type { Signal, SignalTaker } from './signal.js';

/** Takes some signals; false where it wants no more of them, ever. */
export type Drain = (signals: readonly Signal[]) => boolean;

const mostSignals = 20_000;
const mostBytes = 16 * 1024 * 1024;
/** Of each turn on the loop the inspector may have so much, and then waits for so long. */
const sliceMs = 8;
const pauseMs = 40;
const sliceLength = 64;

/**
 * Keeps signals until there is time for them, so that whoever gives one pays for no more than a
 * push. What does not fit is lost and counted. Its timer keeps no process alive.
 */
export class SignalQueue implements SignalTaker {
  #waiting: Signal[] = [];
  #bytes = 0;
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;
  #drain: Drain | undefined;
  #closed = false;

  take(signal: Signal): void {
    if (this.#closed) return;
    const size = sizeOf(signal);
    const most = isVital(signal) ? 2 * mostSignals : mostSignals;
    if (this.#waiting.length >= most || this.#bytes + size > mostBytes) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(signal);
    this.#bytes += size;
    this.#schedule();
  }

  /** From now on `drain` gets what waits and what comes. */
  open(drain: Drain): void {
    this.#drain = drain;
    this.#schedule();
  }

  /** Nobody will ever take them. */
  close(): void {
    this.#closed = true;
    this.#waiting = [];
    clearTimeout(this.#timer);
  }

  /** All that waits, now. */
  flush(): void {
    this.#work(Number.POSITIVE_INFINITY);
  }

  #schedule(): void {
    if (this.#timer || !this.#drain || this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#work(performance.now() + sliceMs);
      if (this.#waiting.length > 0) this.#schedule();
    }, pauseMs).unref();
  }

  #work(deadline: number): void {
    let done = 0;
    while (this.#drain && done < this.#waiting.length) {
      const some = this.#waiting.slice(done, done + sliceLength);
      done += some.length;
      for (const signal of some) this.#bytes -= sizeOf(signal);
      if (!this.#drain(some)) {
        this.close();
        return;
      }
      if (performance.now() > deadline) break;
    }
    this.#waiting = this.#waiting.slice(done);
    if (this.#lost > 0 && this.#waiting.length === 0) {
      const lost: Signal = { kind: 'lost', at: Date.now(), count: this.#lost };
      this.#lost = 0;
      if (!this.#drain?.([lost])) this.close();
    }
  }
}

/** Without these, an actor that has ended would seem to live for ever. */
function isVital(signal: Signal): boolean {
  if (signal.kind === 'xstate') return /actor|snapshot/.test(signal.event.type);
  return signal.kind !== 'in' && signal.kind !== 'out' && signal.kind !== 'stderr';
}

function sizeOf(signal: Signal): number {
  if (signal.kind === 'in') return signal.line.length;
  return signal.kind === 'out' || signal.kind === 'stderr' ? signal.bytes.length : 0;
}
