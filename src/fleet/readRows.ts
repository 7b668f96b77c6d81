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
 * Iterates the rows of a conversation, from any row on, and waits for more. Tokens come as they are
 * written; a late reader gets the finished messages instead. Aborting `ending` ends it too.
 */
export function readRows(
  store: FleetStore,
  key: string,
  settings: RowSettings,
  ending: AbortSignal,
): AsyncGenerator<FleetRow, undefined> {
  const returned = new AbortController();
  const { signal } = settings;
  const endings = [returned.signal, ending, ...(signal ? [signal] : [])];
  const rows = iterate(store, key, settings, endings);
  // `return()` of a generator waits for its pending row. A cancelled stream must end at once.
  const leave = rows.return.bind(rows);
  rows.return = (value) => {
    returned.abort();
    return leave(value);
  };
  return rows;
}

async function* iterate(
  store: FleetStore,
  key: string,
  { after = 0, follow = true }: RowSettings,
  endings: readonly AbortSignal[],
): AsyncGenerator<FleetRow, undefined> {
  let cursor = after;
  let hasChanged = true;
  let wake = () => {};
  let tokens: FleetRowData[] = [];
  const isOver = () => endings.some(({ aborted }) => aborted);
  const wakeUp = () => {
    hasChanged = true;
    wake();
  };
  let unwatch = () => {};
  for (const end of endings) end.addEventListener('abort', wakeUp);
  // A program that only waits for rows may have nothing else that keeps it alive.
  const keepAlive = setInterval(() => {}, longestTimeout);
  try {
    unwatch = await store.watch(key, (event) => {
      if (event.key !== key) return;
      if (event.note) tokens.push(event.note as unknown as FleetRowData);
      wakeUp();
    });
    while (!isOver()) {
      hasChanged = false;
      const notes = tokens;
      tokens = [];
      // Read before the rows, so that all rows of a closed conversation are found.
      const isClosed = notes.length === 0 && (await store.read(key))?.state === 'closed';
      let rows = await store.rows(key, { after: cursor, limit: defaultFleet.rowsAtOnce });
      // If there are rows, the message of these tokens may be among them: skip the tokens.
      if (rows.length === 0) {
        for (const note of notes) yield { ...note, cursor };
      }
      while (rows.length > 0) {
        for (const { cursor: place, data } of rows) {
          cursor = place;
          yield { ...(data as unknown as FleetRowData), cursor };
          if (isOver()) return undefined;
        }
        rows = await store.rows(key, { after: cursor, limit: defaultFleet.rowsAtOnce });
      }
      if (!follow || isClosed) return undefined;
      if (!hasChanged && !isOver()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } catch (error) {
    // A store that is being closed may fail.
    if (!isOver()) throw error;
  } finally {
    clearInterval(keepAlive);
    unwatch();
    for (const end of endings) end.removeEventListener('abort', wakeUp);
  }
  return undefined;
}
