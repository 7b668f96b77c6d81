import type { ConversationEvent } from '../../machines/fleet/conversationTypes.js';
import type { ConversationRecords, StepOutcome } from '../ConversationRecords.js';
import type { FleetRowData } from '../fleetTypes.js';

type Output = Extract<ConversationEvent, { type: 'output' }>;

interface PendingChange {
  event: ConversationEvent;
  rows: FleetRowData[];
  resolve: ((outcome: StepOutcome) => void)[];
  reject: ((error: unknown) => void)[];
}

/**
 * Stores what happens in a conversation, in order and one change at a time. Output that comes in during
 * a write is joined into one change. After a failed write, all later ones fail too: a message must not
 * count as answered if its answer was not stored.
 */
export class Outbox {
  readonly #records: ConversationRecords;
  readonly #id: string;
  readonly #onLost: () => void;
  #waiting: PendingChange[] = [];
  #writing: Promise<void> | undefined;
  #failure: { error: unknown } | undefined;

  /** @param onLost - Called when a write fails, or is refused because somebody else owns the conversation. */
  constructor(records: ConversationRecords, id: string, onLost: () => void) {
    this.#records = records;
    this.#id = id;
    this.#onLost = onLost;
  }

  /** Writes an event after all that came before it. */
  send(event: ConversationEvent, rows: readonly FleetRowData[] = []): Promise<StepOutcome> {
    return new Promise((resolve, reject) => {
      const last = this.#waiting.at(-1);
      if (last && canJoin(last, event, rows)) {
        last.event = { ...last.event, ...event } as Output;
        last.rows.push(...rows);
        last.resolve.push(resolve);
        last.reject.push(reject);
      } else {
        this.#waiting.push({ event, rows: [...rows], resolve: [resolve], reject: [reject] });
      }
      this.#writing ??= this.#write();
    });
  }

  /** Resolves when everything has been stored, or refused. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    // Output of the same tick is joined.
    await Promise.resolve();
    for (let change = this.#waiting.shift(); change; change = this.#waiting.shift()) {
      try {
        if (this.#failure) throw this.#failure.error;
        const outcome = await this.#records.send(this.#id, change.event, change.rows);
        if (hasOtherOwner(outcome, change.event)) this.#onLost();
        for (const resolve of change.resolve) resolve(outcome);
      } catch (error) {
        this.#failure = { error };
        this.#onLost();
        for (const reject of change.reject) reject(error);
      }
    }
    this.#writing = undefined;
  }
}

/** An owner's event can also be refused because it came too late. Then the owner stays the same. */
function hasOtherOwner({ outcome, record }: StepOutcome, event: ConversationEvent): boolean {
  return outcome === 'refused' && 'epoch' in event && record?.epoch !== event.epoch;
}

/** Joins output only. A usage row has an id: if it was stored before, the rows beside it would be lost. */
function canJoin(
  last: PendingChange,
  event: ConversationEvent,
  rows: readonly FleetRowData[],
): boolean {
  const isPlain = (one: ConversationEvent) => one.type === 'output' && !one.usage;
  const hasUsage = rows.some(({ type }) => type === 'usage');
  return isPlain(last.event) && isPlain(event) && !hasUsage;
}
