import { describe, expect, it } from '@jest/globals';
import { ConversationRecords } from '../../../src/fleet/ConversationRecords.js';
import { FleetApprovalStore } from '../../../src/fleet/FleetApprovalStore.js';
import { type FleetStore, memoryStore } from '../../../src/fleet/index.js';
import { Approvals } from '../../../src/index.js';
import { type Choice, type Parts, realParts, Simulation } from './Simulation.js';

/** More walks: FLEET_WALKS=20000. Every interleaving to this depth: FLEET_DEPTH=6. */
const walks = Number(process.env.FLEET_WALKS ?? 60);
const depth = Number(process.env.FLEET_DEPTH ?? 3);
const steps = 150;

/** A generator of random numbers that a failure can be repeated with (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** One of the choices, by their weights. */
function pick(choices: readonly Choice[], random: number): Choice | undefined {
  let left = random * choices.reduce((sum, { weight }) => sum + weight, 0);
  return choices.find(({ weight }) => {
    left -= weight;
    return left <= 0;
  });
}

async function walk(parts: Parts, seed: number): Promise<void> {
  const random = randomOf(seed);
  const sim = await Simulation.create(parts);
  // Some begin with what chance seldom brings about.
  if (seed % 3 > 0) await sim.freezeOwner(seed % 3 === 1);
  for (let step = 0; step < steps; step++) {
    await sim.step((choices) => pick(choices, random()));
  }
  await sim.finish();
}

/** The first seed that breaks a promise, with what it breaks. */
async function firstFailure(parts: Parts, tries: number): Promise<string | undefined> {
  for (let seed = 1; seed <= tries; seed++) {
    try {
      await walk(parts, seed);
    } catch (error) {
      return `seed ${seed}: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return undefined;
}

/** Takes every choice at every step, up to a depth, after a message was posted and a worker has begun. */
async function everyInterleaving(parts: Parts): Promise<number> {
  let count = 0;
  const paths: number[][] = [[]];
  for (let path = paths.pop(); path; path = paths.pop()) {
    const sim = await Simulation.create(parts);
    // A message is posted, and a worker begins with it.
    for (let step = 0; step < 14; step++) {
      await sim.step((choices) =>
        step === 0 ? choices.find(({ weight }) => weight === 0.5) : choices[0],
      );
    }
    for (const choice of path) await sim.step((choices) => choices[choice]);
    if (path.length < depth) {
      for (let choice = sim.choices().length - 1; choice >= 0; choice--) {
        paths.push([...path, choice]);
      }
    } else {
      await sim.finish();
      count += 1;
    }
  }
  return count;
}

/** Records whose events are changed on their way to the store. */
class ChangedRecords extends ConversationRecords {
  readonly #change: Send;
  constructor(store: FleetStore, change: Send) {
    super(store);
    this.#change = change;
  }
  override send(...args: Parameters<ConversationRecords['send']>) {
    return this.#change((...sent) => super.send(...sent), args, this);
  }
}
type Send = (
  send: ConversationRecords['send'],
  args: Parameters<ConversationRecords['send']>,
  records: ConversationRecords,
) => ReturnType<ConversationRecords['send']>;

const changedRecords = (change: () => Send): Partial<Parts> => ({
  records: (store) => new ChangedRecords(store, change()),
});
const changedStore = (change: (base: FleetStore) => Partial<FleetStore>): Partial<Parts> => ({
  store: (base) => Object.assign(Object.create(base) as FleetStore, bound(base), change(base)),
});

function bound(base: FleetStore): Partial<FleetStore> {
  const names = ['read', 'change', 'list', 'rows', 'watch', 'publish', 'fenced'] as const;
  return Object.fromEntries(names.map((name) => [name, base[name].bind(base)]));
}

/** One mutant for each promise. */
const mutants: Readonly<Record<string, Partial<Parts>>> = {
  'the epoch is not checked': changedRecords(() => async (send, [id, event, rows], records) => {
    const record = 'epoch' in event ? await records.read(id) : undefined;
    return send(id, record ? ({ ...event, epoch: record.epoch } as typeof event) : event, rows);
  }),
  'a message is acknowledged before its answer is written': changedRecords(() => {
    const held: Parameters<ConversationRecords['send']>[] = [];
    return async (send, args) => {
      const [, event] = args;
      if (event.type === 'output') {
        held.push(args);
        return { outcome: 'taken', record: undefined };
      }
      const outcome = await send(...args);
      for (const late of held.splice(0)) await send(...late);
      return outcome;
    };
  }),
  'a message is sent before that is noted': changedRecords(() => {
    const held: Parameters<ConversationRecords['send']>[] = [];
    return async (send, args) => {
      for (const late of held.splice(0)) await send(...late);
      if (args[1].type !== 'turn.handed') return send(...args);
      held.push(args);
      return { outcome: 'taken', record: undefined };
    };
  }),
  'the id of a message is not looked at': changedStore((base) => ({
    change: (key, decide) =>
      base.change(key, (state) => {
        const change = decide(state);
        return change && { ...change, rows: change.rows?.map(({ data }) => ({ data })) ?? [] };
      }),
  })),
  'two changes of a record overlap': changedStore((base) => {
    let last: Awaited<ReturnType<FleetStore['read']>>;
    return {
      change: async (key, decide) => {
        const isConversation = key.startsWith('conversation/');
        const before = isConversation ? last : undefined;
        if (isConversation) last = await base.read(key);
        return base.change(key, (state) => decide(before ?? state));
      },
    };
  }),
  'the process of a frozen worker is not ended': { hasGuard: false },
};

describe('the protocol of leases, epochs and mailboxes', () => {
  it(`keeps its promises on ${walks} random walks`, async () => {
    expect(await firstFailure(realParts, walks)).toBeUndefined();
  }, 600_000);

  it(`keeps its promises in every interleaving of ${depth} steps`, async () => {
    const count = await everyInterleaving(realParts);
    process.stdout.write(`fleet protocol: ${walks} walks, ${count} interleavings\n`);
    expect(count).toBeGreaterThan(10 ** (depth - 1));
  }, 600_000);

  it.each(Object.keys(mutants))(
    'notices if %s',
    async (name) => {
      const failure = await firstFailure({ ...realParts, ...mutants[name] }, 1000);
      expect(failure).toMatch(/^seed/);
    },
    120_000,
  );

  it('takes the first of two answers to an approval, and notices if both count', async () => {
    const answers = async (store: FleetApprovalStore) => {
      await store.add({
        ...{ id: 'a', sessionId: 's', tool: 'Bash', input: {}, toolUseId: 't', inputHash: 'h' },
        ...{ askedAt: 0, state: 'open', held: 'deferred', epoch: 1, revision: 1 },
      });
      const members = [1, 2].map(() => new Approvals({ tools: ['*'], store }));
      const won = await Promise.all(members.map((one) => one.answer('a', { behavior: 'allow' })));
      for (const one of members) one.close();
      return won.filter(Boolean).length;
    };
    expect(await answers(new FleetApprovalStore(memoryStore()))).toBe(1);
    const blind = new FleetApprovalStore(memoryStore());
    blind.replace = async () => true;
    expect(await answers(blind)).toBe(2);
  });
});
