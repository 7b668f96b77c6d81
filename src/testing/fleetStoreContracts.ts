import assert from 'node:assert/strict';
import type { FleetStore, StoreEvent } from '../fleet/storeTypes.js';
import type { SessionStoreEntry } from '../options/sessionStoreTypes.js';

/** A rule that the store of a fleet must follow. */
export interface FleetStoreContract {
  /** The rule. */
  readonly name: string;
  /**
   * Rejects with an `AssertionError` if an empty store breaks the rule.
   *
   * @param store - An empty store.
   * @param other - Another connection to the same data, as from another machine. May be the same object.
   */
  check(store: FleetStore, other: FleetStore): Promise<void>;
}

const key = 'conversation/ü 1/../x';
const transcript = { projectKey: '-home-me-app', sessionId: 'a1b2c3d4' };
const entry = (uuid: string): SessionStoreEntry => ({ type: 'user', uuid, message: uuid });
const same: (actual: unknown, expected: unknown) => void = assert.deepEqual;
const count = (state: { readonly [field: string]: unknown } | undefined) =>
  Number(state?.count ?? 0);
const data = async (store: FleetStore, after?: number) =>
  (await store.rows(key, after === undefined ? {} : { after })).map((row) => row.data);

/** Waits until `isDone` holds, for at most five seconds. */
async function eventually(isDone: () => boolean): Promise<void> {
  for (let tries = 0; !isDone() && tries < 500; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The rules of a fleet's store. `checkFleetStore` runs them all. */
export const fleetStoreContracts: readonly FleetStoreContract[] = [
  {
    name: 'a record has the state that was written last',
    async check(store, other) {
      same(await store.read(key), undefined);
      const state = { epoch: 1, nested: [null, 1.5, { ü: '\u2028' }] };
      same(await store.change(key, () => ({ state })), { outcome: 'written', state });
      same(await other.read(key), state);
      same((await other.change(key, () => ({ state: { epoch: 2 } }))).outcome, 'written');
      same(await store.read(key), { epoch: 2 });
    },
  },
  {
    name: 'a read that begins after a change sees it, whoever reads',
    async check(store, other) {
      for (let round = 1; round <= 20; round++) {
        const writer = round % 2 ? store : other;
        await writer.change(key, () => ({ state: { count: round } }));
        const seen = await Promise.all([store, other, store, other].map((one) => one.read(key)));
        same(seen.map(count), [round, round, round, round]);
      }
    },
  },
  {
    name: 'a change sees the state before it, and may write nothing',
    async check(store, other) {
      await store.change(key, () => ({ state: { count: 1 } }));
      let seen: unknown;
      const decide = (state: unknown) => {
        seen = state;
        return undefined;
      };
      same(await other.change(key, decide), { outcome: 'unchanged', state: { count: 1 } });
      same(seen, { count: 1 });
    },
  },
  {
    name: 'a change that throws writes nothing and rejects',
    async check(store) {
      const fail = () => {
        throw new Error('no');
      };
      await assert.rejects(store.change(key, fail), /no/);
      same(await store.read(key), undefined);
    },
  },
  {
    name: 'concurrent changes of a record all count',
    async check(store, other) {
      const changes = Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? store : other).change(key, (state) => ({
          state: { count: count(state) + 1 },
          rows: [{ data: { count: count(state) } }],
        })),
      );
      await Promise.all(changes);
      same(await other.read(key), { count: 40 });
      same(
        await data(store),
        Array.from({ length: 40 }, (_, index) => ({ count: index })),
      );
    },
  },
  {
    name: 'rows have growing cursors, and a cursor finds what follows it',
    async check(store, other) {
      const rows = ['a', 'b', 'c'].map((text) => ({ data: { text } }));
      await store.change(key, () => ({ rows: rows.slice(0, 2) }));
      await other.change(key, () => ({ rows: rows.slice(2) }));
      const all = await other.rows(key);
      same(
        all.map((row) => row.data),
        rows.map((row) => row.data),
      );
      const cursors = all.map(({ cursor }) => cursor);
      same(
        cursors,
        [...new Set(cursors)].sort((a, b) => a - b),
      );
      same(await data(store, cursors[0]), [{ text: 'b' }, { text: 'c' }]);
      same(await data(store, cursors[2]), []);
      same((await store.rows(key, { limit: 1 })).length, 1);
    },
  },
  {
    name: 'a row with an id is taken once, and the whole change with it',
    async check(store, other) {
      const post = (count: number) => ({
        state: { count },
        rows: [{ data: { count } }, { id: 'req-1', data: { count } }],
      });
      same((await store.change(key, () => post(1))).outcome, 'written');
      same(await other.change(key, () => post(2)), { outcome: 'seen', state: { count: 1 } });
      same(await data(store), [{ count: 1 }, { count: 1 }]);
      same((await store.rows(key)).map(({ id }) => id).filter(Boolean), ['req-1']);
      const elsewhere = await store.change('other', () => post(3));
      same(elsewhere.outcome, 'written');
    },
  },
  {
    name: 'list returns the records with a prefix',
    async check(store, other) {
      for (const name of ['a/2', 'a/1', 'b/1', 'a%']) {
        await store.change(name, () => ({ state: { name } }));
      }
      same(
        (await other.list('a/')).map((record) => [record.key, record.state]),
        ['a/1', 'a/2'].map((name) => [name, { name }]),
      );
      same(await other.list('c'), []);
    },
  },
  {
    name: 'watchers hear of changes made elsewhere, and of nothing after they have left',
    async check(store, other) {
      const events: StoreEvent[] = [];
      const unwatch = await store.watch('conversation/', (event) => events.push(event));
      await other.change('tenant/1', () => ({ state: { count: 1 } }));
      await other.change(key, () => ({ rows: [{ data: { text: 'a' } }] }));
      await eventually(() => events.length > 0);
      same(
        events.every((event) => event.key === key),
        true,
      );
      assert.ok(events.length > 0, 'the watcher was not called within 5 s');
      unwatch();
      const before = events.length;
      await other.change(key, () => ({ state: { count: 2 } }));
      await new Promise((resolve) => setTimeout(resolve, 50));
      same(events.length, before);
    },
  },
  {
    name: 'notes of the current epoch reach watchers in order, and leave nothing behind',
    async check(store, other) {
      await store.change(key, () => ({ state: { epoch: 2 } }));
      const notes: unknown[] = [];
      const unwatch = await store.watch(key, ({ note }) => note && notes.push(note.text));
      for (const text of ['a', 'b', 'c']) other.publish(key, 2, { text });
      await eventually(() => notes.length === 3);
      unwatch();
      same(notes, ['a', 'b', 'c']);
      same(await store.rows(key), []);
    },
  },
  {
    name: 'a note of a stale epoch is dropped',
    async check(store, other) {
      await store.change(key, () => ({ state: { epoch: 2 } }));
      const notes: unknown[] = [];
      const unwatch = await store.watch(key, ({ note }) => note && notes.push(note.text));
      other.publish(key, 1, { text: 'zombie' });
      other.publish(key, 2, { text: 'owner' });
      await eventually(() => notes.length > 0);
      unwatch();
      same(notes, ['owner']);
    },
  },
  {
    name: 'the owner of a record writes its transcript, and nobody else does',
    async check(store, other) {
      await store.change(key, () => ({ state: { epoch: 1 } }));
      const old = store.fenced(key, 1);
      await old.append(transcript, [entry('u-1')]);
      await other.change(key, () => ({ state: { epoch: 2 } }));
      await assert.rejects(old.append(transcript, [entry('u-2')]), { code: 'StaleEpoch' });
      const owner = other.fenced(key, 2);
      same(await owner.load(transcript), [entry('u-1')]);
      await owner.append(transcript, [entry('u-3')]);
      await assert.rejects(old.append(transcript, [entry('u-4')]), { code: 'StaleEpoch' });
      same(await store.load(transcript), [entry('u-1'), entry('u-3')]);
    },
  },
];

/**
 * Checks that the store of a fleet follows the rules. Rejects at the first one it breaks, and names it.
 * Its transcripts have rules of their own: pass the store to `checkStore` too.
 *
 * @param create - Returns an empty store, or two connections to the same empty store. It is called for
 * each rule; the stores are closed afterwards.
 * @returns The names of the rules that were checked.
 */
export async function checkFleetStore(
  create: () => FleetStore | FleetStore[] | Promise<FleetStore | FleetStore[]>,
): Promise<string[]> {
  for (const { name, check } of fleetStoreContracts) {
    const created = await create();
    const [store, other = store] = Array.isArray(created) ? created : [created];
    if (!store) throw new TypeError('`create` returned no store.');
    try {
      await check(store, other as FleetStore);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`The store breaks the rule "${name}": ${why}`, { cause });
    } finally {
      for (const one of new Set([store, other as FleetStore])) await one.close?.();
    }
  }
  return fleetStoreContracts.map(({ name }) => name);
}
