import type { SessionStore } from '../options/sessionStoreTypes.js';

/** What a store keeps as JSON. */
export type StoredJson = { readonly [field: string]: unknown };

/** A row to be added to the log of a record. */
export interface NewRow {
  /** If given, the log never has two rows with this id. */
  id?: string;
  /** What the row says. */
  data: StoredJson;
}

/** A row in the log of a record. */
export interface StoredRow extends NewRow {
  /** Its place in the log: greater than that of every row before it, and never changed. */
  cursor: number;
}

/** What to write to a record and its log, together or not at all. */
export interface RecordChange {
  /** The new state of the record. Left out: the state stays as it is. */
  state?: StoredJson;
  /** Rows to add to its log, in order. */
  rows?: readonly NewRow[];
}

/** What became of a change. */
export interface ChangeOutcome {
  /**
   * `written`; `unchanged`, because there was nothing to write; or `seen`, because the log already
   * has a row with one of the ids. Nothing was written then.
   */
  outcome: 'written' | 'unchanged' | 'seen';
  /** The state of the record after the call. */
  state: StoredJson | undefined;
}

/** What happened to a record. */
export interface StoreEvent {
  /** The key of the record. */
  key: string;
  /** A note that was published, or undefined if the record or its log has changed. */
  note?: StoredJson;
}

/**
 * Keeps what a fleet must not lose: records, each with a state and a log of rows, and transcripts.
 *
 * The store knows nothing about conversations. Everything that must happen together is one call of
 * `change`, whose `decide` is ordinary code of the fleet. The only field that the store reads is the
 * number `epoch` in a record's state, which fences transcripts and notes.
 *
 * `SessionStore` is the part for transcripts, without a fence, for reading and for tools.
 */
export interface FleetStore extends SessionStore {
  /** Returns the state of a record, or undefined if it was never written. */
  read(key: string): Promise<StoredJson | undefined>;
  /**
   * Changes a record. Changes of one record happen one after the other, on whatever machine, and each
   * sees the state that the one before has written. When this resolves, the change survives a restart.
   *
   * @param key - Any text.
   * @param decide - Returns what to write, or undefined for nothing. It is synchronous, has no effects
   * and may be called again with a newer state. What it throws rejects the call, and nothing is written.
   */
  change(
    key: string,
    decide: (state: StoredJson | undefined) => RecordChange | undefined,
  ): Promise<ChangeOutcome>;
  /** Returns the records whose key begins with a prefix, sorted by key. */
  list(prefix: string): Promise<{ key: string; state: StoredJson }[]>;
  /**
   * Returns rows of a log in order, at most `limit` (a store may return fewer, but not none while there
   * are some). A cursor that was returned once means the same for ever.
   */
  rows(key: string, settings?: { after?: number; limit?: number }): Promise<StoredRow[]>;
  /**
   * Tells those who watch the record now. Nothing is kept, and notes may be lost; those that arrive
   * are in order. A note of a stale epoch is dropped. Never throws.
   */
  publish(key: string, epoch: number, note: StoredJson): void;
  /**
   * Calls `listen` after each change of a record whose key begins with a prefix, and with each note. On
   * whatever machine the change was made, it comes within a second; several may come as one. When this
   * resolves, no later change is missed.
   *
   * @returns A function that ends it.
   */
  watch(prefix: string, listen: (event: StoreEvent) => void): Promise<() => void>;
  /**
   * The transcripts for the owner of a record. `append` rejects with the code `StaleEpoch` if the epoch
   * in the record's state is another one. Once `load` has resolved for one epoch, nothing that was
   * appended with an older one becomes visible.
   */
  fenced(key: string, epoch: number): SessionStore;
  /** Releases connections and watchers. Records stay. */
  close?(): Promise<void>;
}
