import { defaultFleet } from '../defaults/fleetDefaults.js';
import { longestTimeout } from '../util/longestTimeout.js';
import type { FleetRow, FleetRowData } from './fleetTypes.js';
import type { FleetStore } from './storeTypes.js';

/** How to read the rows of a conversation. */
export interface RowSettings {
  /** Start after this row: the `cursor` of one that you have read. Default: from the first. */
  after?: number;
  /** Ends the iteration when it is aborted. */
  signal?: AbortSignal;
  /** False ends the iteration after the rows that are there. Default: true, wait for more. */
  follow?: boolean;
}

/**
 * Iterates the rows of a conversation, from anywhere, and waits for more. Tokens come as they are
 * written; who reads late gets the finished messages.
 */
export async function* readRows(
  store: FleetStore,
  key: string,
  { after = 0, signal, follow = true }: RowSettings = {},
): AsyncGenerator<FleetRow, undefined> {
  let cursor = after;
  let hasChanged = true;
  let wake = () => {};
  let tokens: FleetRowData[] = [];
  const look = () => {
    hasChanged = true;
    wake();
  };
  const unwatch = await store.watch(key, (event) => {
    if (event.key !== key) return;
    if (event.note) tokens.push(event.note as unknown as FleetRowData);
    look();
  });
  signal?.addEventListener('abort', look);
  // Nothing else may keep a program alive that only waits for rows.
  const keepAlive = setInterval(() => {}, longestTimeout);
  try {
    while (!signal?.aborted) {
      hasChanged = false;
      const notes = tokens;
      tokens = [];
      let rows = await store.rows(key, { after: cursor, limit: defaultFleet.rowsAtOnce });
      // Tokens of a message that is finished by now would come after it.
      if (rows.length === 0) {
        for (const note of notes) yield { ...note, cursor };
      }
      while (rows.length > 0) {
        for (const { cursor: place, data } of rows) {
          cursor = place;
          yield { ...(data as unknown as FleetRowData), cursor };
          if (signal?.aborted) return undefined;
        }
        rows = await store.rows(key, { after: cursor, limit: defaultFleet.rowsAtOnce });
      }
      if (!follow) return undefined;
      if (!hasChanged && !signal?.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    clearInterval(keepAlive);
    unwatch();
    signal?.removeEventListener('abort', look);
  }
  return undefined;
}
