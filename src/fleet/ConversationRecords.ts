import {
  type ConversationRecord,
  conversationStep,
  newRecord,
} from '../machines/fleet/conversationRecord.js';
import type { ConversationEvent, ConversationInput } from '../machines/fleet/conversationTypes.js';
import { conversationOfOther } from './fleetErrors.js';
import type { FleetRowData } from './fleetTypes.js';
import type { FleetStore, NewRow, StoredJson } from './storeTypes.js';

export const conversationPrefix = 'conversation/';

export interface StepOutcome {
  /**
   * `taken`: the event changed the conversation. `refused`: it changed nothing, for example because its
   * sender is no longer the owner. `seen`: its row had been stored before.
   */
  outcome: 'taken' | 'refused' | 'seen';
  /** The conversation after it. Undefined if there is none. */
  record: ConversationRecord | undefined;
}

/** The conversations in the store. Each event is one atomic change of one record. */
export class ConversationRecords {
  readonly #store: FleetStore;

  constructor(store: FleetStore) {
    this.#store = store;
  }

  keyOf(id: string): string {
    return `${conversationPrefix}${id}`;
  }

  async read(id: string): Promise<ConversationRecord | undefined> {
    return recordOf(await this.#store.read(this.keyOf(id)));
  }

  async list(): Promise<ConversationRecord[]> {
    const found = await this.#store.list(conversationPrefix);
    return found.map(({ state }) => recordOf(state) as ConversationRecord);
  }

  /** Creates a conversation, unless it exists. */
  async create(input: ConversationInput): Promise<ConversationRecord> {
    const { state } = await this.#store.change(this.keyOf(input.id), (before) => {
      if (!before) return { state: json(newRecord(input)) };
      if (recordOf(before)?.tenant !== input.tenant) throw conversationOfOther(input.id);
      return undefined;
    });
    return recordOf(state) as ConversationRecord;
  }

  /**
   * Sends an event to a conversation. If it is taken, its rows and `more` are stored with it. Otherwise
   * nothing is.
   */
  async send(
    id: string,
    event: ConversationEvent,
    more: readonly FleetRowData[] = [],
  ): Promise<StepOutcome> {
    const { outcome, state } = await this.#store.change(this.keyOf(id), (before) => {
      const record = recordOf(before);
      const step = record && conversationStep(record, event);
      if (!step?.isTaken) return undefined;
      return { state: json(step.record), rows: [...more, ...step.rows].map(rowOf) };
    });
    const taken = outcome === 'written' ? 'taken' : 'refused';
    return { outcome: outcome === 'seen' ? 'seen' : taken, record: recordOf(state) };
  }
}

function recordOf(state: StoredJson | undefined): ConversationRecord | undefined {
  return state as ConversationRecord | undefined;
}

function json(record: ConversationRecord): StoredJson {
  return record as unknown as StoredJson;
}

/** Gives an id to rows that two workers, or a sender that tries again, may write twice. */
function rowOf(data: FleetRowData): NewRow {
  const row = { data: data as unknown as StoredJson };
  if (data.type === 'posted') return { id: `posted/${data.id}`, ...row };
  if (data.type === 'approval' && data.change === 'answered') {
    return { id: `answered/${data.approval.id}`, ...row };
  }
  if (data.type === 'usage') return { id: `usage/${data.usage.id}`, ...row };
  return row;
}
