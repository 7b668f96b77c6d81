import { describe, expect, it } from '@jest/globals';
import { ConversationRecords } from '../../../src/fleet/ConversationRecords.js';
import { FleetApprovalStore } from '../../../src/fleet/FleetApprovalStore.js';
import { type Engine, type FleetStore, memoryStore } from '../../../src/fleet/index.js';
import type { NewRow } from '../../../src/fleet/storeTypes.js';
import { Approvals } from '../../../src/index.js';
import type { ConversationRecord } from '../../../src/machines/fleet/conversationRecord.js';
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
  const recovery = seed % 4 === 3 ? 'continue' : parts.recovery;
  const sim = await Simulation.create({ ...parts, recovery });
  // Some begin with what chance seldom brings about.
  const when = (['starting', 'working', 'answering'] as const)[seed % 5];
  if (when) await sim.freezeOwner(when);
  else if (seed % 2 === 0) await sim.postWhileReleasing((seed / 2) % 12);
  else sim.postLastAndDie();
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
  const names = [
    'read',
    'change',
    'list',
    'rows',
    'watch',
    'publish',
    'fenced',
    'load',
    'append',
  ] as const;
  return Object.fromEntries(names.map((name) => [name, base[name].bind(base)]));
}

/** What a worker finds when it takes a conversation over. */
function changedConversation(
  change: (record: ConversationRecord) => ConversationRecord,
): Partial<Parts> {
  return changedStore((base) => ({
    change: (key, decide) =>
      base.change(key, (state) => {
        const first = decide(state);
        const isTakenOver = key.startsWith('conversation/') && first?.state?.epoch !== state?.epoch;
        if (!state || !first?.state || !isTakenOver) return first;
        return decide({ ...change(state as unknown as ConversationRecord) });
      }),
  }));
}

function changedWake(
  base: Engine,
  change: (wake: () => Promise<void>, id: string) => Promise<unknown>,
): Engine {
  return {
    ...base,
    leaseMs: base.leaseMs,
    work: (run, settings) => base.work(run, settings),
    wake: async (id, settings) => void (await change(() => base.wake(id, settings), id)),
  };
}

/** A sweep makes up for a wake-up that is lost, so these mutants show only without one. */
const noSweep = { hasSweep: false, losesWakes: false };

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
  'a message is acknowledged although its answer could not be written': changedRecords(
    () => async (send, args) => {
      if (args[1].type !== 'output') return send(...args);
      return send(...args).catch(() => ({ outcome: 'taken', record: undefined }));
    },
  ),
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
  'a message is acknowledged before its usage is written': changedRecords(() => {
    const held: Parameters<ConversationRecords['send']>[] = [];
    return async (send, args) => {
      const [, event] = args;
      if (event.type === 'output' && event.usage) {
        held.push(args);
        return { outcome: 'taken', record: undefined };
      }
      const outcome = await send(...args);
      for (const late of held.splice(0)) await send(...late);
      return outcome;
    };
  }),
  'a new owner runs the turn again that was cut off': changedConversation(
    ({ mail, ...record }) => ({
      ...record,
      mail: mail.map((one) => ({ ...one, state: 'waiting' })),
    }),
  ),
  'a new owner forgets the turn that was cut off': changedConversation(({ mail, ...record }) => ({
    ...record,
    mail: mail.filter(({ state }) => state === 'waiting'),
  })),
  'only who takes a turn over notes its usage, and dies before': changedRecords(
    () => async (send, args, records) => {
      const isTaking = args[1].type === 'lease.taken';
      const wasKnown = isTaking && (await records.read(args[0]))?.lostTurn;
      const { outcome, record } = await send(...args);
      const { lostTurn: _, ...forgetful } = record ?? ({} as ConversationRecord);
      return { outcome, record: wasKnown ? forgetful : record };
    },
  ),
  'nobody is told that a turn was cut off': changedStore((base) => ({
    change: (key, decide) =>
      base.change(key, (state) => {
        const change = decide(state);
        const isLoud = ({ data }: NewRow) => data.type !== 'interrupted';
        return change && { ...change, rows: (change.rows ?? []).filter(isLoud) };
      }),
  })),
  'two workers get the lease at once': changedStore((base) => ({
    change: (key, decide) =>
      base.change(key, (state) => {
        const { lease: _, ...free } = state ?? {};
        return decide(key.startsWith('lease/') ? free : state) ?? decide(state);
      }),
  })),
  'a stale worker may write to the transcript': changedStore((base) => ({
    fenced: () => base,
  })),
  'a worker releases a conversation and does not look for new messages': {
    ...noSweep,
    engine: (base, whose) => changedWake(base, async (wake) => whose === 'sender' && wake()),
  },
  'nobody looks for a message whose sender died before it woke a worker': { hasSweep: false },
  'nobody looks for a conversation whose lease the queue has forgotten': {
    engine: (base) => ({
      ...base,
      leaseMs: base.leaseMs,
      work: (run, settings) => base.work(run, settings),
      wake: async (id, settings) => {
        if (settings?.delayMs === undefined) await base.wake(id, settings);
      },
    }),
  },
  'a process is started without a look at the lease': { checksLease: false },
  'a wake-up is forgotten while the conversation is leased': {
    ...noSweep,
    engine: (base, _, store) =>
      changedWake(base, async (wake, id) => {
        if (!(await store.read(`lease/${id}`))?.lease) await wake();
      }),
  },
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
