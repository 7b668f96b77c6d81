import { setTimeout as nodesSetTimeout } from 'node:timers';

/** What a clock of this kind is made of. */
export interface Timers {
  setTimeout(fire: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
  now(): number;
}

interface Timer {
  readonly row: Row;
  readonly due: number;
  readonly fire: () => void;
  before: Timer | undefined;
  after: Timer | undefined;
  waits: boolean;
}

/** Alarms of Node's can be told to keep no program alive. */
interface Alarm {
  ref?(): void;
  unref?(): void;
}

/** More lengths than that are not for ever the same few. */
const mostRows = 64;

/**
 * Timers of which hardly one fires: a time limit is set for every hook and every line that is written,
 * and taken back within a millisecond. Timers of one length stand in a row behind one alarm, which
 * stays when the row is empty, and then keeps no program alive.
 */
export class SteadyClock {
  readonly #timers: Timers;
  readonly #rows = new Map<number, Row>();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  setTimeout(fire: () => void, ms: number): unknown {
    let row = this.#rows.get(ms);
    if (!row) {
      if (this.#rows.size >= mostRows || !Number.isInteger(ms)) {
        return this.#timers.setTimeout(fire, ms);
      }
      row = new Row(ms, this.#timers, (rung) => this.#ring(rung));
      this.#rows.set(ms, row);
    }
    return row.add(fire);
  }

  clearTimeout(timer: unknown): void {
    const row = (timer as Partial<Timer> | undefined)?.row;
    if (row instanceof Row) row.remove(timer as Timer);
    else this.#timers.clearTimeout(timer);
  }

  /** Takes down the alarms that nobody waits for. */
  tidy(): void {
    for (const [ms, row] of this.#rows) if (row.close()) this.#rows.delete(ms);
  }

  /** Fires all that is due, of all rows, in its order: an alarm may be older than what it rings for. */
  #ring(rung: Row): void {
    // Node counts in whole milliseconds, and may be early by a part of one.
    const now = this.#timers.now() + 1;
    try {
      for (let next = this.#next(); next && next.due < now; next = this.#next()) {
        next.row.remove(next);
        next.fire();
      }
    } finally {
      if (!rung.rearm(now - 1)) this.#rows.delete(rung.ms);
    }
  }

  #next(): Timer | undefined {
    let next: Timer | undefined;
    for (const { first } of this.#rows.values()) {
      if (first && (!next || first.due < next.due)) next = first;
    }
    return next;
  }
}

/** Those of one length, which are due in the order in which they were set. */
class Row {
  readonly ms: number;
  first: Timer | undefined;
  #last: Timer | undefined;
  readonly #timers: Timers;
  readonly #ring: () => void;
  #alarm: Alarm | undefined;
  #rings = false;

  constructor(ms: number, timers: Timers, ring: (row: Row) => void) {
    this.ms = ms;
    this.#timers = timers;
    this.#ring = () => {
      this.#alarm = undefined;
      this.#rings = true;
      ring(this);
    };
  }

  add(fire: () => void): Timer {
    const before = this.#last;
    const due = this.#timers.now() + this.ms;
    const timer: Timer = { row: this, due, fire, before, after: undefined, waits: true };
    if (before) before.after = timer;
    else this.first = timer;
    this.#last = timer;
    if (this.#rings) return timer;
    if (!this.#alarm) this.#alarm = this.#timers.setTimeout(this.#ring, this.ms) as Alarm;
    else if (!before) this.#alarm.ref?.();
    return timer;
  }

  remove(timer: Timer): void {
    if (!timer.waits) return;
    timer.waits = false;
    const { before, after } = timer;
    if (before) before.after = after;
    else this.first = after;
    if (after) after.before = before;
    else this.#last = before;
    // One that the collector has not found yet would keep all that came after it.
    timer.before = undefined;
    timer.after = undefined;
    if (!this.first) this.#alarm?.unref?.();
  }

  /** After it has rung: false where nobody waits for it any more. */
  rearm(now: number): boolean {
    this.#rings = false;
    if (!this.first) return false;
    const left = Math.max(1, Math.ceil(this.first.due - now));
    this.#alarm = this.#timers.setTimeout(this.#ring, left) as Alarm;
    return true;
  }

  close(): boolean {
    if (this.first || this.#rings) return false;
    this.#timers.clearTimeout(this.#alarm);
    return true;
  }
}

const plain: Timers = {
  setTimeout: (fire, ms) => setTimeout(fire, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  now: () => performance.now(),
};
const steady = new SteadyClock(plain);

/** The clock of all sessions that are given none. Timers that a test has put in place stay as they are. */
export const steadyClock = {
  setTimeout: (fire: () => void, ms: number): unknown =>
    (globalThis.setTimeout === nodesSetTimeout ? steady : plain).setTimeout(fire, ms),
  clearTimeout: (timer: unknown): void => steady.clearTimeout(timer),
  tidy: (): void => steady.tidy(),
};
