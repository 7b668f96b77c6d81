/**
 * Node's timers, for many of few lengths of which hardly one fires: a time limit is set for every hook
 * and every line that is written, and taken back within a millisecond. Timers of one length stand in a
 * row behind one alarm, which stays when the row is empty, and then keeps no program alive.
 */
export const steadyClock = {
  setTimeout(fire: () => void, ms: number): unknown {
    // Where a test has put other timers in their place, the alarms of before may never ring.
    if (timers !== globalThis.setTimeout) {
      timers = globalThis.setTimeout;
      rows = new Map();
    }
    let row = rows.get(ms);
    if (!row) {
      row = new Row(ms);
      rows.set(ms, row);
    }
    return row.add(fire);
  },

  clearTimeout(timer: unknown): void {
    (timer as Timer).row.remove(timer as Timer);
  },

  /** Takes down the alarms that nobody waits for. */
  tidy(): void {
    for (const [ms, row] of rows) if (row.isIdle()) rows.delete(ms);
  },
};

let timers = globalThis.setTimeout;
let rows = new Map<number, Row>();

interface Timer {
  readonly row: Row;
  readonly due: number;
  readonly fire: () => void;
  before: Timer | undefined;
  after: Timer | undefined;
  waits: boolean;
}

/** Those of one length, which are due in the order in which they were set. */
class Row {
  readonly #ms: number;
  readonly #ring = () => this.#fireDue();
  /** Where a page is simulated it is a number. */
  #alarm: Partial<NodeJS.Timeout> | undefined;
  #rings = false;
  #first: Timer | undefined;
  #last: Timer | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  add(fire: () => void): Timer {
    const before = this.#last;
    const due = performance.now() + this.#ms;
    const timer: Timer = { row: this, due, fire, before, after: undefined, waits: true };
    if (before) before.after = timer;
    else this.#first = timer;
    this.#last = timer;
    if (this.#rings) return timer;
    if (!this.#alarm) this.#alarm = setTimeout(this.#ring, this.#ms);
    else if (!before) this.#alarm.ref?.();
    return timer;
  }

  remove(timer: Timer): void {
    if (!timer.waits) return;
    timer.waits = false;
    const { before, after } = timer;
    if (before) before.after = after;
    else this.#first = after;
    if (after) after.before = before;
    else this.#last = before;
    // One that the collector has not found yet would keep all that came after it.
    timer.before = undefined;
    timer.after = undefined;
    if (!this.#first) this.#alarm?.unref?.();
  }

  isIdle(): boolean {
    if (this.#first || this.#rings) return false;
    clearTimeout(this.#alarm as NodeJS.Timeout);
    return true;
  }

  #fireDue(): void {
    this.#alarm = undefined;
    this.#rings = true;
    // Node counts in whole milliseconds, and may be early by a part of one.
    const now = performance.now() + 1;
    try {
      for (let one = this.#first; one && one.due < now; one = this.#first) {
        this.remove(one);
        one.fire();
      }
    } finally {
      this.#rings = false;
      if (this.#first) this.#alarm = setTimeout(this.#ring, Math.ceil(this.#first.due - now + 1));
    }
  }
}
