import assert from 'node:assert/strict';
import type { Approval, ApprovalStore } from '../codec/approvals.js';
import { checkContracts, type StoreContractSettings } from './storeContracts.js';

/** A rule that an approval store must follow. */
export interface ApprovalStoreContract {
  /** The rule. */
  readonly name: string;
  /** What the store must have for it; without it, the rule does not apply. */
  readonly needs?: 'epochs' | 'watch';
  /** Rejects with an `AssertionError` if an empty store breaks the rule. */
  check(store: ApprovalStore): Promise<void>;
}

const approval: Approval = {
  id: 'a-1',
  sessionId: 's-1',
  key: 'anna',
  tenant: 'acme',
  tool: 'Bash',
  input: { command: 'ls', nested: [null, 1.5, { ü: '\u2028' }] },
  toolUseId: 'toolu_1',
  inputHash: 'hash',
  askedAt: 1,
  epoch: 0,
  revision: 1,
  state: 'open',
  held: 'live',
};
const answered = (message: string): Approval => ({
  ...approval,
  state: 'answered',
  revision: 2,
  decision: { behavior: 'deny', message },
});
/** Approvals are plain data: what matters is what their JSON says. */
const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));
const same = (actual: unknown, expected: unknown): void =>
  assert.deepEqual(plain(actual), plain(expected));

/**
 * The rules of an approval store, for the tests of a store of your own. Run each one on an empty
 * store. `checkApprovalStore` runs them all.
 */
export const approvalStoreContracts: readonly ApprovalStoreContract[] = [
  {
    name: 'load returns what was added, and undefined for what was not',
    async check(store) {
      same(await store.add(approval), approval);
      same(await store.load('a-1'), approval);
      same(await store.load('a-2'), undefined);
    },
  },
  {
    name: 'an id is added once, and the first one stays',
    async check(store) {
      await store.add(approval);
      await store.replace(answered('No.'));
      same(await store.add({ ...approval, tool: 'Write' }), answered('No.'));
      same(await store.list(), [answered('No.')]);
    },
  },
  {
    name: 'of many that add the same id at once, all get the same',
    async check(store) {
      const tools = ['A', 'B', 'C', 'D'];
      const added = await Promise.all(tools.map((tool) => store.add({ ...approval, tool })));
      same(new Set(added.map(({ tool }) => tool)).size, 1);
    },
  },
  {
    name: 'list returns those that fit, oldest first',
    async check(store) {
      const second = { ...approval, id: 'a-2', sessionId: 's-2', key: 'bob', askedAt: 3 };
      const third = { ...approval, id: 'a-3', tenant: 'other', askedAt: 2 };
      for (const one of [second, third, approval]) await store.add(one);
      await store.replace(answered('No.'));
      const ids = async (filter?: Parameters<ApprovalStore['list']>[0]) =>
        (await store.list(filter)).map(({ id }) => id);
      same(await ids(), ['a-1', 'a-3', 'a-2']);
      same(await ids({ sessionId: 's-1' }), ['a-1', 'a-3']);
      same(await ids({ key: 'bob' }), ['a-2']);
      same(await ids({ tenant: 'acme' }), ['a-1', 'a-2']);
      same(await ids({ states: ['open'] }), ['a-3', 'a-2']);
    },
  },
  {
    name: 'replace needs the revision before, and says if somebody came first',
    async check(store) {
      same(await store.replace(answered('Nobody asked.')), false);
      await store.add(approval);
      same(await store.replace({ ...answered('Too early.'), revision: 3 }), false);
      same(await store.replace(answered('First.')), true);
      same(await store.replace(answered('Second.')), false);
      same(await store.load('a-1'), answered('First.'));
    },
  },
  {
    name: 'of many that replace at once, one succeeds',
    async check(store) {
      await store.add(approval);
      const words = ['one', 'two', 'three', 'four', 'five'];
      const won = await Promise.all(words.map((word) => store.replace(answered(word))));
      same(won.filter(Boolean).length, 1);
      same(await store.load('a-1'), answered(words[won.indexOf(true)] ?? ''));
    },
  },
  {
    name: 'delete removes an approval, and may be repeated',
    async check(store) {
      await store.add(approval);
      await store.delete('a-1');
      await store.delete('a-1');
      same(await store.list(), []);
      same(await store.replace(answered('Late.')), false);
    },
  },
  {
    name: 'a stale owner is refused, an answer never is',
    needs: 'epochs',
    async check(store) {
      await store.add({ ...approval, epoch: 2 }, { epoch: 2 });
      await assert.rejects(store.add({ ...approval, id: 'a-2', epoch: 1 }, { epoch: 1 }));
      const recalled: Approval = { ...approval, held: 'recalled', revision: 2 };
      await assert.rejects(store.replace({ ...recalled, epoch: 1 }, { epoch: 1 }));
      same(await store.replace({ ...answered('No.'), epoch: 2 }), true);
    },
  },
  {
    name: 'watch reports a change',
    needs: 'watch',
    async check(store) {
      await store.add(approval);
      let stop = () => {};
      const reported = new Promise<void>((resolve) => {
        stop = store.watch?.(resolve) ?? stop;
      });
      // A store may need a moment before it watches.
      const writing = (async () => {
        for (let revision = 2; revision < 200; revision += 1) {
          await store.replace({ ...approval, revision });
          const pause = new Promise((resolve) => setTimeout(resolve, 25, 'pause'));
          if ((await Promise.race([reported, pause])) !== 'pause') return;
        }
        throw new assert.AssertionError({ message: 'no change was reported' });
      })();
      await writing.finally(() => stop());
    },
  },
];

/**
 * Checks that an approval store follows the rules. Rejects at the first one it breaks, and names it.
 *
 * @param create - Returns an empty store. It is called for each rule.
 * @param settings - Which rules apply.
 * @returns The names of the rules that were checked.
 */
export async function checkApprovalStore(
  create: () => ApprovalStore | Promise<ApprovalStore>,
  { epochs = false }: StoreContractSettings = {},
): Promise<string[]> {
  return checkContracts(approvalStoreContracts, create, epochs);
}
