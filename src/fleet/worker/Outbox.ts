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
 * change is being written becomes one change.
 */
export class Outbox {
  readonly #records: ConversationRecords;
  readonly #id: string;
  readonly #onRefused: () => void;
  #waiting: Letter[] = [];
  #writing: Promise<void> | undefined;

  /** @param onRefused - Called when the store refuses a write: somebody else owns the conversation. */
  constructor(records: ConversationRecords, id: string, onRefused: () => void) {
    this.#records = records;
    this.#id = id;
    this.#onRefused = onRefused;
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
        const outcome = await this.#records.send(this.#id, letter.event, letter.rows);
        if (outcome.outcome === 'refused') this.#onRefused();
        for (const settle of letter.settle) settle(outcome);
      } catch (error) {
        for (const fail of letter.fail) fail(error);
      }
    }
    this.#writing = undefined;
  }
}

/** Output joins output. A usage row has an id, and one that was written before must not take others with it. */
function canJoin(last: Letter, event: ConversationEvent, rows: readonly FleetRowData[]): boolean {
  const isPlain = (one: ConversationEvent) => one.type === 'output' && !one.usage;
  const hasUsage = rows.some(({ type }) => type === 'usage');
  return isPlain(last.event) && isPlain(event) && !hasUsage;
}
