import { afterEach, describe, expect, it } from '@jest/globals';
import { ConversationRecords } from '../../src/fleet/ConversationRecords.js';
import {
  createFleet,
  type Engine,
  embedded,
  type Fleet,
  memoryStore,
} from '../../src/fleet/index.js';
import type { Mail } from '../../src/machines/fleet/conversationTypes.js';
import { fakeCli } from '../../src/testing/index.js';

const fleets: Fleet[] = [];
afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.drain({ timeoutMs: 0 });
});

const leaseMs = 400;

/** An engine whose wake-ups and leases are lost when its program ends. */
function forgetfulEngine(): Engine {
  const engine = embedded({ leaseMs });
  const open = engine.open.bind(engine);
  engine.open = ({ clock }) => open({ store: memoryStore(), clock });
  return engine;
}

const mail = (id: string): Mail => ({
  ...{ id, content: 'Hi', at: 1, priority: 0, state: 'waiting', uuid: crypto.randomUUID() },
});

/** A conversation that a worker had when it died, and the queue with it. */
async function abandoned() {
  const store = memoryStore();
  const records = new ConversationRecords(store);
  await records.create({ id: 'chat-1', tenant: '', cwd: undefined, at: 1 });
  const recovery = { interrupted: 'wait', max: 3, withinMs: 1000 } as const;
  const taken = { type: 'lease.taken', worker: 'dead', recovery, at: 1 } as const;
  for (const event of [{ type: 'message.posted', mail: mail('m1'), at: 1 } as const, taken]) {
    expect((await records.send('chat-1', event)).outcome).toBe('taken');
  }
  return { store, records };
}

function join(store: ReturnType<typeof memoryStore>): Fleet {
  const { port } = fakeCli({ turns: [[{ text: 'Hello' }]] });
  const fleet = createFleet({ engine: forgetfulEngine(), store, options: { port } as never });
  fleets.push(fleet);
  return fleet;
}

const within = () => ({ signal: AbortSignal.timeout(5_000) });

describe('a queue that has lost its data, and a worker that died', () => {
  it('leave no message behind: the next worker that starts takes the conversation', async () => {
    const { store } = await abandoned();
    const fleet = join(store);
    const startedAt = performance.now();
    await fleet.work();
    const chat = await fleet.session('chat-1');
    expect(await chat.settled('m1', within())).toMatchObject({ outcome: 'answered' });
    // The worker might be alive after all, and end its process only with its lease.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(leaseMs - 10);
    expect(await chat.info()).toMatchObject({ epoch: 2, worker: fleet.worker });
  });

  it('leave no turn without usage, even if whoever takes it over dies at once', async () => {
    const { store, records } = await abandoned();
    await records.send('chat-1', { type: 'turn.handed', id: 'm1', epoch: 1, at: 2 });
    const recovery = { interrupted: 'wait', max: 3, withinMs: 1000 } as const;
    await records.send('chat-1', { type: 'lease.taken', worker: 'dies', recovery, at: 3 });
    const fleet = join(store);
    await fleet.work();
    const chat = await fleet.session('chat-1');
    for await (const row of chat.rows({ signal: within().signal })) {
      if (row.type === 'usage') break;
    }
    expect(await fleet.usage()).toMatchObject({ estimated: true, unknownResponses: 1 });
    await chat.send('And now?', { id: 'm2' });
    expect(await chat.settled('m2', within())).toMatchObject({ outcome: 'answered' });
    expect(await fleet.usage()).toMatchObject({ unknownResponses: 1 });
  });

  it('leave no turn without an outcome', async () => {
    const { store, records } = await abandoned();
    await records.send('chat-1', { type: 'turn.handed', id: 'm1', epoch: 1, at: 2 });
    const fleet = join(store);
    await fleet.work();
    const chat = await fleet.session('chat-1');
    expect(await chat.settled('m1', within())).toMatchObject({ outcome: 'interrupted' });
    await chat.send('And now?', { id: 'm2' });
    expect(await chat.settled('m2', within())).toMatchObject({ outcome: 'answered' });
  });
});

it('a worker that starts does not disturb the conversation of another one', async () => {
  const store = memoryStore();
  const { port } = fakeCli({ turns: [[{ text: 'Hello' }], [{ text: 'Hello' }]] });
  const engine = () => embedded({ leaseMs });
  const workers = [0, 1].map(() =>
    createFleet({ engine: engine(), store, options: { port } as never }),
  );
  fleets.push(...workers);
  const [first, second] = workers as [Fleet, Fleet];
  await first.work();
  const chat = await first.session('chat-1');
  await chat.send('Hi', { id: 'm1' });
  await chat.settled('m1', within());
  await second.work();
  await new Promise((resolve) => setTimeout(resolve, 3 * leaseMs));
  await chat.send('Hi', { id: 'm2' });
  expect(await chat.settled('m2', within())).toMatchObject({ outcome: 'answered' });
  expect(await chat.info()).toMatchObject({ epoch: 1, worker: first.worker });
});
