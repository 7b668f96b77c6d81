import type { ConversationEvent } from '../../machines/fleet/conversationTypes.js';
import type { ConversationRecords, StepOutcome } from '../ConversationRecords.js';
import type { FleetRowData } from '../fleetTypes.js';

type Output = Extract<ConversationEvent, { type: 'output' }>;

interface Letter {
  event: ConversationEvent;
  rows: FleetRowData[];
  settle: ((outcome: StepOutcome) => void)[];
  fail: ((error: unknown) => void)[];
}

/**
 * Writes what happens in a conversation, in order and one change at a time. What comes in while a
 * change is being written becomes one change. After a write that has failed there are no more: a message
 * must not count as answered if its answer was not written.
 */
export class Outbox {
  readonly #records: ConversationRecords;
  readonly #id: string;
  readonly #onLost: () => void;
  #waiting: Letter[] = [];
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
    return new Promise((settle, fail) => {
      const last = this.#waiting.at(-1);
      if (last && canJoin(last, event, rows)) {
        last.event = { ...last.event, ...event } as Output;
        last.rows.push(...rows);
        last.settle.push(settle);
        last.fail.push(fail);
      } else {
        this.#waiting.push({ event, rows: [...rows], settle: [settle], fail: [fail] });
      }
      this.#writing ??= this.#write();
    });
  }

  /** Resolves when everything has been written, or refused. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    // The first of a burst waits for the others.
    await Promise.resolve();
    for (let letter = this.#waiting.shift(); letter; letter = this.#waiting.shift()) {
      try {
        if (this.#failure) throw this.#failure.error;
        const outcome = await this.#records.send(this.#id, letter.event, letter.rows);
        if (hasOtherOwner(outcome, letter.event)) this.#onLost();
        for (const settle of letter.settle) settle(outcome);
      } catch (error) {
        this.#failure = { error };
        this.#onLost();
        for (const fail of letter.fail) fail(error);
      }
    }
    this.#writing = undefined;
  }
}

/** An owner's event can also be refused because it has no meaning any more, and the owner stays the owner. */
function hasOtherOwner({ outcome, record }: StepOutcome, event: ConversationEvent): boolean {
  return outcome === 'refused' && 'epoch' in event && record?.epoch !== event.epoch;
}

/** Output joins output. A usage row has an id, and one that was written before must not take others with it. */
function canJoin(last: Letter, event: ConversationEvent, rows: readonly FleetRowData[]): boolean {
  const isPlain = (one: ConversationEvent) => one.type === 'output' && !one.usage;
  const hasUsage = rows.some(({ type }) => type === 'usage');
  return isPlain(last.event) && isPlain(event) && !hasUsage;
}
