import { defaultFleet } from '../../defaults/fleetDefaults.js';
import { type ConversationRecord, isLeased } from '../../machines/fleet/conversationRecord.js';
import type { ConversationRecords } from '../ConversationRecords.js';
import type { Engine, FleetClock } from '../engineTypes.js';
import { FleetApprovalStore } from '../FleetApprovalStore.js';
import { noteAnswer } from '../noteAnswer.js';
import type { FleetStore } from '../storeTypes.js';
import { priorityOf, wakeIfQueued } from './runServices.js';

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
 * Finds conversations that wait although nobody was woken for them: whoever posted a message, answered
 * an approval or took over a turn that was cut off may have died, or the queue has lost its data. The
 * workers take turns, so that the whole fleet looks about once in a period.
 */
export class WakeSweep {
  readonly #parts: SweepParts;
  readonly #approvals: FleetApprovalStore;
  readonly #periodMs: number;
  #timer: unknown;
  #isOver = false;

  constructor(parts: SweepParts) {
    this.#parts = parts;
    this.#approvals = new FleetApprovalStore(parts.store);
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
    const { clock, records } = this.#parts;
    if (!(await this.#isOurTurn())) return;
    const latest = clock.now() - this.#periodMs;
    for (const record of await records.list()) {
      if (this.#isOver) return;
      // Those that changed lately are being woken, or have just been refused a place.
      if (record.at > latest) continue;
      for (const { id, isAnswered } of record.approvals) {
        if (!isAnswered) await this.#lookAt(id, record);
      }
      await this.#wake(record);
    }
  }

  async #wake(record: ConversationRecord): Promise<void> {
    const { engine } = this.#parts;
    const priority = priorityOf(record);
    if (record.state === 'queued' || record.lostTurn) await engine.wake(record.id, { priority });
    // It has a worker, unless that has lost its lease because the queue has lost its data. By then
    // whatever that worker has started is gone.
    else if (isLeased(record) && (record.mail.length > 0 || record.command)) {
      await engine.wake(record.id, { priority, delayMs: engine.leaseMs });
    }
  }

  /** Tells a conversation what became of an approval that it waits for. */
  async #lookAt(approvalId: string, { id }: ConversationRecord): Promise<void> {
    const { records, engine, clock } = this.#parts;
    const approval = await this.#approvals.load(approvalId);
    if (approval?.state === 'open') return;
    if (approval?.state === 'answered') return noteAnswer(this.#parts, id, approval);
    const event = { type: 'approval.withdrawn', id: approvalId, at: clock.now() } as const;
    const { record } = await records.send(id, event);
    await wakeIfQueued(engine, record);
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
