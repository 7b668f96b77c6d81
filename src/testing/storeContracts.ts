import assert from 'node:assert/strict';
import type { SessionKey, SessionStore, SessionStoreEntry } from '../options/sessionStoreTypes.js';

/** A rule that a session store must follow. */
export interface StoreContract {
  /** The rule. */
  readonly name: string;
  /** What the store must have for it; without it, the rule does not apply. */
  readonly needs?: 'listSessions' | 'delete' | 'listSubkeys' | 'epochs';
  /** Rejects with an `AssertionError` if an empty store breaks the rule. */
  check(store: SessionStore): Promise<void>;
}

/** Says which rules apply to a store. */
export interface StoreContractSettings {
  /** The store refuses or ignores what a writer with an older epoch appends. Default: false. */
  epochs?: boolean;
}

type FencedAppend = (
  key: SessionKey,
  entries: SessionStoreEntry[],
  settings: { epoch: number },
) => Promise<void>;

const key: SessionKey = { projectKey: '-home-me-app', sessionId: 'a1b2c3d4' };
const agent: SessionKey = { ...key, subpath: 'subagents/agent-1' };
const entry = (text: string, more: object = {}): SessionStoreEntry => ({
  type: 'user',
  message: { role: 'user', content: text, nested: [null, 1.5, { ü: '\u2028' }] },
  ...more,
});
const same: (actual: unknown, expected: unknown) => void = assert.deepEqual;

/**
 * The rules of a session store, for the tests of a store of your own. Run each one on an empty store.
 * `checkStore` runs them all.
 */
export const storeContracts: readonly StoreContract[] = [
  {
    name: 'load returns what was appended, in order',
    async check(store) {
      const entries = [entry('one'), entry('two')];
      await store.append(key, entries);
      same(await store.load(key), entries);
    },
  },
  {
    name: 'load returns null for a transcript that does not exist',
    async check(store) {
      same(await store.load(key), null);
    },
  },
  {
    name: 'appends follow each other',
    async check(store) {
      for (const text of ['one', 'two', 'three']) await store.append(key, [entry(text)]);
      same(await store.load(key), [entry('one'), entry('two'), entry('three')]);
    },
  },
  {
    name: 'an append without entries creates nothing',
    async check(store) {
      await store.append(key, []);
      same((await store.load(key)) ?? [], []);
      await store.append(key, [entry('one')]);
      await store.append(key, []);
      same(await store.load(key), [entry('one')]);
    },
  },
  {
    name: 'the transcript of a subagent is another one',
    async check(store) {
      await store.append(key, [entry('main')]);
      await store.append(agent, [entry('agent')]);
      same(await store.load(key), [entry('main')]);
      same(await store.load(agent), [entry('agent')]);
    },
  },
  {
    name: 'projects are kept apart',
    async check(store) {
      const other = { ...key, projectKey: '-home-me-other' };
      await store.append(key, [entry('one')]);
      await store.append(other, [entry('two')]);
      same(await store.load(key), [entry('one')]);
      same(await store.load(other), [entry('two')]);
    },
  },
  {
    name: 'listSessions returns the conversations of a project, with the time of the last change',
    needs: 'listSessions',
    async check(store) {
      const before = Date.now() - 60_000;
      await store.append(key, [entry('one')]);
      await store.append({ ...key, sessionId: 'second' }, [entry('two')]);
      await store.append({ ...key, projectKey: 'other' }, [entry('three')]);
      const listed = (await store.listSessions?.(key.projectKey)) ?? [];
      same(listed.map(({ sessionId }) => sessionId).sort(), ['a1b2c3d4', 'second']);
      assert.ok(listed.every(({ mtime }) => mtime > before && mtime < Date.now() + 60_000));
      same(await store.listSessions?.('nowhere'), []);
    },
  },
  {
    name: 'listSessions leaves out subagents',
    needs: 'listSessions',
    async check(store) {
      await store.append(agent, [entry('agent')]);
      await store.append(key, [entry('main')]);
      const listed = (await store.listSessions?.(key.projectKey)) ?? [];
      same(
        listed.map(({ sessionId }) => sessionId),
        [key.sessionId],
      );
    },
  },
  {
    name: 'delete removes a transcript, and may be repeated',
    needs: 'delete',
    async check(store) {
      await store.append(key, [entry('one')]);
      await store.delete?.(key);
      await store.delete?.(key);
      same(await store.load(key), null);
    },
  },
  {
    name: 'delete removes the subagents with their conversation, and nothing else',
    needs: 'delete',
    async check(store) {
      const other = { ...key, sessionId: 'second' };
      for (const one of [key, agent, other]) await store.append(one, [entry('one')]);
      await store.delete?.(key);
      same([await store.load(key), await store.load(agent)], [null, null]);
      same(await store.load(other), [entry('one')]);
    },
  },
  {
    name: 'delete with a subpath removes that transcript only',
    needs: 'delete',
    async check(store) {
      await store.append(key, [entry('main')]);
      await store.append(agent, [entry('agent')]);
      await store.delete?.(agent);
      same([await store.load(key), await store.load(agent)], [[entry('main')], null]);
    },
  },
  {
    name: 'listSubkeys returns the subpaths of a conversation',
    needs: 'listSubkeys',
    async check(store) {
      const second = { ...key, subpath: 'subagents/agent-2' };
      for (const one of [agent, second]) await store.append(one, [entry('agent')]);
      await store.append({ ...agent, sessionId: 'second' }, [entry('agent')]);
      const subkeys = (await store.listSubkeys?.(key)) ?? [];
      same([...subkeys].sort(), [agent.subpath, second.subpath]);
    },
  },
  {
    name: 'listSubkeys leaves out the conversation itself',
    needs: 'listSubkeys',
    async check(store) {
      await store.append(key, [entry('main')]);
      same(await store.listSubkeys?.(key), []);
    },
  },
  {
    name: 'an entry that arrives twice is kept once, by its uuid',
    async check(store) {
      const one = entry('one', { uuid: 'u-1' });
      const two = entry('two', { uuid: 'u-2' });
      await store.append(key, [one]);
      await store.append(key, [one, two]);
      // Entries without a uuid are never taken for the same.
      await store.append(key, [entry('three'), entry('three')]);
      same(await store.load(key), [one, two, entry('three'), entry('three')]);
    },
  },
  {
    name: 'what a stale writer appends is never returned',
    needs: 'epochs',
    async check(store) {
      const append = store.append.bind(store) as FencedAppend;
      await append(key, [entry('old owner')], { epoch: 1 });
      await append(key, [entry('new owner')], { epoch: 2 });
      await assert.rejects(append(key, [entry('zombie')], { epoch: 1 }));
      await append(key, [entry('new owner again')], { epoch: 2 });
      same(await store.load(key), [
        entry('old owner'),
        entry('new owner'),
        entry('new owner again'),
      ]);
    },
  },
];

/**
 * Checks that a session store follows the rules. Rejects at the first one it breaks, and names it.
 *
 * @param create - Returns an empty store. It is called for each rule.
 * @param settings - Which rules apply.
 * @returns The names of the rules that were checked.
 */
export async function checkStore(
  create: () => SessionStore | Promise<SessionStore>,
  { epochs = false }: StoreContractSettings = {},
): Promise<string[]> {
  return checkContracts(storeContracts, create, epochs);
}

/** Runs the rules that apply, each on a store of its own. Returns their names. */
export async function checkContracts<Store extends object>(
  contracts: readonly {
    readonly name: string;
    readonly needs?: keyof Store | 'epochs';
    check(store: Store): Promise<void>;
  }[],
  create: () => Store | Promise<Store>,
  epochs: boolean,
): Promise<string[]> {
  const checked: string[] = [];
  for (const { name, needs, check } of contracts) {
    const store = await create();
    if (needs === 'epochs' ? !epochs : needs && !store[needs as keyof Store]) continue;
    try {
      await check(store);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`The store breaks the rule "${name}": ${why}`, { cause });
    }
    checked.push(name);
  }
  return checked;
}
