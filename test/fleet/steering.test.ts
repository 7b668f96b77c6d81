import { afterEach, describe, expect, it } from '@jest/globals';
import {
  type ConversationFacts,
  createFleet,
  embedded,
  type Fleet,
  type FleetOptions,
  type FleetRow,
  type FleetSession,
  type FleetStore,
  memoryStore,
} from '../../src/fleet/index.js';
import { fakeCli, type Scenario } from '../../src/testing/index.js';
import { deferred } from '../../src/util/deferred.js';

const fleets: Fleet[] = [];
afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.drain({ timeoutMs: 0 });
});

const hello: Scenario = { turns: [[{ text: 'Hello' }]] };
const endless: Scenario = { turns: [[{ tool: 'Bash', takes: 60_000 }], [{ text: 'Hello' }]] };

/** One of several machines with the same store. */
function machine(store: FleetStore, scenario: Scenario = hello, more: FleetOptions = {}): Fleet {
  const { port } = fakeCli(scenario);
  const fleet = createFleet({
    engine: embedded({ leaseMs: 2000 }),
    store,
    options: { port, allowedTools: ['Bash'] } as never,
    ...more,
  });
  fleets.push(fleet);
  return fleet;
}

/** Reads on until a row is as expected, and returns all that were read. */
async function rowsUntil(
  chat: FleetSession,
  isLast: (row: FleetRow) => boolean,
  settings?: { after?: number },
) {
  const rows: FleetRow[] = [];
  for await (const row of chat.rows(settings)) {
    rows.push(row);
    if (isLast(row)) break;
  }
  return rows;
}
const isToolUse = (row: FleetRow) =>
  row.type === 'message' && JSON.stringify(row.message).includes('"tool_use"');

describe('a conversation, steered from another machine', () => {
  it('is interrupted, and takes the next message with the same process', async () => {
    const store = memoryStore();
    const [here, there] = [machine(store), machine(store, endless)];
    await there.work();
    const chat = await here.session('chat-1');
    await chat.send('Hi', { id: '1' });
    await rowsUntil(chat, isToolUse);
    await chat.interrupt();
    expect(await chat.settled('1')).toMatchObject({ outcome: 'answered' });
    await chat.send('And now?', { id: '2' });
    expect(await chat.settled('2')).toMatchObject({ outcome: 'answered' });
    expect(await chat.info()).toMatchObject({ epoch: 1, worker: there.worker });
  });

  it('keeps its process if somebody else interrupts it in the same moment', async () => {
    const store = memoryStore();
    const { change } = store;
    let second: Promise<void> | undefined;
    store.change = async (key, decide) => {
      const before = await store.read(key);
      const isDone = before?.command && decide(before)?.state?.command === undefined;
      // The worker notes that it has carried out the first interrupt.
      if (isDone && !second) {
        second = chat.interrupt();
        await second;
      }
      return change.call(store, key, decide);
    };
    const there = machine(store, endless);
    await there.work();
    const chat = await there.session('chat-1');
    await chat.send('Hi', { id: '1' });
    await rowsUntil(chat, isToolUse);
    await chat.interrupt();
    expect(await chat.settled('1')).toMatchObject({ outcome: 'answered' });
    expect(second).toBeDefined();
    await chat.send('And now?', { id: '2' });
    expect(await chat.settled('2')).toMatchObject({ outcome: 'answered' });
    expect(await chat.info()).toMatchObject({ epoch: 1 });
  });

  it('is interrupted before its process has started', async () => {
    const { port } = fakeCli(endless);
    const [asked, mayStart] = [deferred<void>(), deferred<void>()];
    const options = async () => {
      asked.resolve();
      await mayStart.promise;
      return { port, allowedTools: ['Bash'] } as never;
    };
    const fleet = machine(memoryStore(), endless, { options });
    await fleet.work();
    const chat = await fleet.session('chat-1');
    await chat.send('Hi', { id: '1' });
    await asked.promise;
    await chat.interrupt();
    expect(await chat.settled('1')).toMatchObject({ outcome: 'discarded' });
    mayStart.resolve();
    await chat.send('And now?', { id: '2' });
    await rowsUntil(chat, isToolUse);
    await chat.interrupt();
    expect(await chat.settled('2')).toMatchObject({ outcome: 'answered' });
  });

  it('is stopped: what runs is cut off, what waits is dropped, and the next message goes on', async () => {
    const store = memoryStore();
    const [here, there] = [machine(store), machine(store, endless)];
    await there.work();
    const chat = await here.session('chat-1');
    await chat.send('Hi', { id: '1' });
    await chat.send('And?', { id: '2' });
    await rowsUntil(chat, isToolUse);
    await chat.stop();
    await chat.send('And now?', { id: '3' });
    expect(await chat.settled('1')).toMatchObject({ outcome: 'interrupted' });
    expect(await chat.settled('2')).toMatchObject({ outcome: 'discarded' });
    const cut = (await rowsUntil(chat, ({ type }) => type === 'interrupted')).at(-1);
    await rowsUntil(chat, isToolUse, { after: cut?.cursor ?? 0 });
    await chat.interrupt();
    expect(await chat.settled('3')).toMatchObject({ outcome: 'answered' });
  });

  it('is closed for good', async () => {
    const chat = await machine(memoryStore()).session('chat-1');
    await chat.close();
    await expect(chat.send('Hi')).rejects.toMatchObject({ code: 'SessionStopped' });
    expect(await chat.info()).toMatchObject({ state: 'closed' });
  });
});

describe('the rows of a conversation', () => {
  it('go on after a cursor, on another machine, without a gap', async () => {
    const store = memoryStore();
    const [here, there] = [machine(store), machine(store)];
    await there.work();
    const chat = await there.session('chat-1', { tenant: 'anna' });
    await chat.send('Hi', { id: '1' });
    const all = await rowsUntil(chat, ({ type }) => type === 'usage');
    const kept = all.filter(({ type }) => type !== 'tokens');
    const [, second] = kept;
    const same = await here.session('chat-1', { tenant: 'anna' });
    const last = kept.at(-1)?.cursor;
    const after = second?.cursor ?? 0;
    const rest = await rowsUntil(same, ({ cursor }) => cursor === last, { after });
    expect(rest).toEqual(kept.slice(2));
    expect((await here.usage({ tenant: 'anna' })).cost).toBeGreaterThan(0);
  });
});

describe('who runs a conversation', () => {
  it('is the worker that still has its process', async () => {
    const store = memoryStore();
    const workers = [machine(store), machine(store), machine(store)];
    await Promise.all(workers.map((one) => one.work()));
    const chat = await (workers[0] as Fleet).session('chat-1');
    for (const id of ['1', '2', '3', '4']) {
      await chat.send('Hi', { id });
      await chat.settled(id);
    }
    expect((await chat.info()).epoch).toBe(1);
  });

  it('is another one after a drain, which loses nothing', async () => {
    const store = memoryStore();
    const [first, second] = [machine(store), machine(store)] as const;
    await first.work();
    const chat = await second.session('chat-1');
    await chat.send('Hi', { id: '1' });
    await chat.settled('1');
    await second.work();
    const drained = first.drain();
    await chat.send('Hi', { id: '2' });
    expect(await drained).toEqual({ stopped: [] });
    expect(await chat.settled('2')).toMatchObject({ outcome: 'answered' });
    await chat.send('Hi', { id: '3' });
    expect(await chat.settled('3')).toMatchObject({ outcome: 'answered' });
    expect((await chat.info()).worker).toBe(second.worker);
  });

  it('gets the message with the smallest priority first', async () => {
    const store = memoryStore();
    const order: string[] = [];
    const { port } = fakeCli(hello);
    const options = ({ id }: ConversationFacts) => {
      if (!order.includes(id)) order.push(id);
      return { port } as never;
    };
    const fleet = machine(store, hello, { options, pool: { max: 1 } });
    for (const [id, priority] of [
      ['late', 5],
      ['normal', 0],
      ['urgent', -5],
    ] as const) {
      await (await fleet.session(id)).send('Hi', { id: '1', priority });
    }
    await fleet.work();
    for (const id of ['late', 'normal', 'urgent']) {
      await (await fleet.session(id)).settled('1');
    }
    expect(order).toEqual(['urgent', 'normal', 'late']);
  });

  it('knows whose it is and where', async () => {
    const facts: ConversationFacts[] = [];
    const { port } = fakeCli(hello);
    const options = async (given: ConversationFacts) => {
      facts.push(given);
      return { port } as never;
    };
    const fleet = machine(memoryStore(), hello, { options });
    await fleet.work();
    const chat = await fleet.session('chat-1', { tenant: 'anna', cwd: process.cwd() });
    await chat.send('Hi', { id: '1' });
    await chat.settled('1');
    expect(facts[0]).toEqual({ id: 'chat-1', tenant: 'anna', cwd: process.cwd() });
  });
});
