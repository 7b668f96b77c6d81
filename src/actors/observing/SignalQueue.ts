import { inspectionQueue } from '../../defaults.js';
import type { Signal, SignalReceiver } from './signal.js';

/** Handles signals. Returns false to get no more of them. */
export type Drain = (signals: readonly Signal[]) => boolean;

const { maxSignals, maxBytes, workMs, pauseMs, batchLength } = inspectionQueue;

/**
 * Keeps signals until there is time for them, so that a session pays only for a push. Signals that
 * do not fit are dropped and counted. The queue's timer does not keep the process alive.
 */
export class SignalQueue implements SignalReceiver {
  #waiting: Signal[] = [];
  #bytes = 0;
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;
  #drain: Drain | undefined;
  #closed = false;

  take(signal: Signal): void {
    if (this.#closed) return;
    const size = sizeOf(signal);
    const limit = isVital(signal) ? 2 * maxSignals : maxSignals;
    if (this.#waiting.length >= limit || this.#bytes + size > maxBytes) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(signal);
    this.#bytes += size;
    this.#schedule();
  }

  /** Passes all signals to `drain` from now on, beginning with those that are waiting. */
  open(drain: Drain): void {
    this.#drain = drain;
    this.#schedule();
  }

  /** Drops all signals, now and later. */
  close(): void {
    this.#closed = true;
    this.#waiting = [];
    clearTimeout(this.#timer);
  }

  /** Passes on everything that is waiting, without a pause. */
  flush(): void {
    this.#drainUntil(Number.POSITIVE_INFINITY);
  }

  #schedule(): void {
    if (this.#timer || !this.#drain || this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#drainUntil(performance.now() + workMs);
      if (this.#waiting.length > 0) this.#schedule();
    }, pauseMs).unref();
  }

  #drainUntil(deadline: number): void {
    let done = 0;
    while (this.#drain && done < this.#waiting.length) {
      const batch = this.#waiting.slice(done, done + batchLength);
      done += batch.length;
      for (const signal of batch) this.#bytes -= sizeOf(signal);
      if (!this.#drain(batch)) {
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

/** Without these signals, an actor that has ended would be shown as alive forever. */
function isVital(signal: Signal): boolean {
  if (signal.kind === 'xstate') return /actor|snapshot/.test(signal.event.type);
  return signal.kind !== 'in' && signal.kind !== 'out' && signal.kind !== 'stderr';
}

function sizeOf(signal: Signal): number {
  if (signal.kind === 'in') return signal.line.length;
  return signal.kind === 'out' || signal.kind === 'stderr' ? signal.bytes.length : 0;
}
