import { defaultFleet } from '../../defaults/fleetDefaults.js';
import type { ConversationRecords } from '../ConversationRecords.js';
import type { Engine, FleetClock } from '../engineTypes.js';
import type { FleetStore } from '../storeTypes.js';
import { priorityOf } from './runServices.js';

/** What a sweep needs of its worker. */
export interface SweepParts {
  store: FleetStore;
  engine: Engine;
  clock: FleetClock;
  records: ConversationRecords;
}

/** When some worker has looked last. */
const sweepKey = 'sweep';

/**
 * Finds conversations that wait although nobody was woken for them: whoever posted a message may have
 * died, or lost the queue, once it was stored. So may a worker that took over a turn that was cut off. The workers take turns, so that the whole fleet looks
 * about once in a period.
 */
export class WakeSweep {
  readonly #parts: SweepParts;
  readonly #periodMs: number;
  #timer: unknown;
  #isOver = false;

  constructor(parts: SweepParts) {
    this.#parts = parts;
    this.#periodMs = parts.engine.leaseMs * defaultFleet.sweepLeases;
  }

  /** Looks now and then, for the first time after a period. */
  begin(): void {
    if (this.#isOver) return;
    const { clock } = this.#parts;
    const sweep = () => {
      // A store or a queue that fails is asked again.
      this.#sweep()
        .catch(() => {})
        .finally(() => this.begin());
    };
    this.#timer = clock.setTimeout(sweep, this.#periodMs);
    (this.#timer as { unref?(): void } | undefined)?.unref?.();
  }

  end(): void {
    this.#isOver = true;
    this.#parts.clock.clearTimeout(this.#timer);
  }

  async #sweep(): Promise<void> {
    const { clock, engine, records } = this.#parts;
    if (!(await this.#isOurTurn())) return;
    const latest = clock.now() - this.#periodMs;
    for (const record of await records.list()) {
      if (this.#isOver) return;
      // Those that changed lately are being woken, or have just been refused a place.
      if (!(record.state === 'queued' || record.lostTurn) || record.at > latest) continue;
      await engine.wake(record.id, { priority: priorityOf(record) });
    }
  }

  async #isOurTurn(): Promise<boolean> {
    const { store, clock } = this.#parts;
    const { outcome } = await store.change(sweepKey, (before) => {
      const now = clock.now();
      const agoMs = now - Number(before?.at ?? Number.NEGATIVE_INFINITY);
      // A time in the future is from a clock that was wrong.
      const isRecent = agoMs >= 0 && agoMs < this.#periodMs / 2;
      return isRecent ? undefined : { state: { at: now } };
    });
    return outcome === 'written';
  }
}
