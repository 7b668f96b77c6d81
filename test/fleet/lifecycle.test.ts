import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import {
  createFleet,
  type Engine,
  embedded,
  type Fleet,
  type FleetRow,
  type FleetSession,
  type FleetStore,
  memoryStore,
} from '../../src/fleet/index.js';
import { fakeCli } from '../../src/testing/index.js';

function join(store: FleetStore = memoryStore(), engine: Engine = embedded()): Fleet {
  const { port } = fakeCli({ turns: [[{ text: 'Hello' }]] });
  return createFleet({ store, engine, options: { port } as never });
}

async function read(chat: FleetSession): Promise<FleetRow[]> {
  const rows: FleetRow[] = [];
  for await (const row of chat.rows()) rows.push(row);
  return rows;
}

/** A chat with an answer, and a reader of it that waits for more. */
async function waiting(fleet: Fleet) {
  const chat = await fleet.session('chat');
  await chat.send('Hi', { id: '1' });
  const rows = chat.rows();
  for await (const row of chat.rows()) if (row.type === 'settled') break;
  return { chat, rows };
}

describe('a fleet that was closed', () => {
  it('ends what reads its rows, also fifty readers', async () => {
    const fleet = join();
    await fleet.work();
    const chat = await fleet.session('chat');
    await chat.send('Hi', { id: '1' });
    const readers = Array.from({ length: 50 }, () => read(chat));
    await chat.settled('1');
    await fleet.close();
    const [first, ...others] = await Promise.all(readers);
    expect(first?.some(({ type }) => type === 'settled')).toBe(true);
    const kept = (rows: FleetRow[] = []) => rows.filter(({ type }) => type !== 'tokens');
    for (const other of others) expect(kept(other)).toEqual(kept(first));
  });

  it('is not half closed by a time that is none', async () => {
    const fleet = join();
    await fleet.work();
    await expect(fleet.close({ timeoutMs: Number.NaN })).rejects.toMatchObject({
      code: 'InvalidOption',
    });
    const chat = await fleet.session('chat');
    await chat.send('Hi', { id: '1' });
    expect(await chat.settled('1')).toMatchObject({ outcome: 'answered' });
    await fleet.close();
  });

  it('ends a reader whose store is closed before it has begun', async () => {
    const store = memoryStore();
    let isClosed = false;
    const { watch } = store;
    store.watch = async (...given) => {
      await new Promise((resolve) => setImmediate(resolve));
      if (isClosed) throw new Error('The store is closed.');
      return watch.call(store, ...given);
    };
    store.close = async () => {
      isClosed = true;
    };
    const fleet = join(store);
    const chat = await fleet.session('chat');
    const reading = read(chat);
    await fleet.close();
    expect(await reading).toEqual([]);
  });

  it('takes no more calls, and can be closed again', async () => {
    const fleet = join();
    const chat = await fleet.session('chat');
    await fleet.close();
    const closed = { code: 'PoolDrained' };
    await expect(fleet.work()).rejects.toMatchObject(closed);
    await expect(fleet.session('chat')).rejects.toMatchObject(closed);
    await expect(fleet.conversations()).rejects.toMatchObject(closed);
    await expect(fleet.approvals()).rejects.toMatchObject(closed);
    await expect(fleet.usage()).rejects.toMatchObject(closed);
    await expect(fleet.status()).rejects.toMatchObject(closed);
    await expect(chat.send('Hi')).rejects.toMatchObject(closed);
    await expect(chat.answer('a', { behavior: 'allow' })).rejects.toMatchObject(closed);
    expect(() => chat.rows()).toThrow('was closed');
    expect(await fleet.close()).toEqual({ stopped: [] });
  });

  it('says so to whoever waits for a message', async () => {
    const fleet = join();
    const chat = await fleet.session('chat');
    const settled = chat.settled('nobody sends it');
    await fleet.close();
    await expect(settled).rejects.toMatchObject({ code: 'Aborted' });
  });

  it('closes its engine and its store even if its worker could not start', async () => {
    const closed: string[] = [];
    const store = memoryStore();
    const engine = embedded();
    engine.status = async () => {
      throw new Error('connect ECONNREFUSED');
    };
    engine.close = async () => void closed.push('engine');
    store.close = async () => void closed.push('store');
    const fleet = join(store, engine);
    await expect(fleet.work()).rejects.toThrow('ECONNREFUSED');
    await fleet.close();
    expect(closed).toEqual(['engine', 'store']);
  });
});

describe('a worker', () => {
  it('can be started again after an error', async () => {
    const engine = embedded();
    const { work } = engine;
    let isBroken = true;
    engine.work = (...parts) => {
      if (isBroken) return Promise.reject(new Error('connect ECONNREFUSED'));
      return work.apply(engine, parts);
    };
    await using fleet = join(memoryStore(), engine);
    await expect(fleet.work()).rejects.toThrow('ECONNREFUSED');
    isBroken = false;
    await fleet.work();
    const chat = await fleet.session('chat');
    const { id } = await chat.send('Hi');
    expect(await chat.settled(id)).toMatchObject({ outcome: 'answered' });
  });

  it('can be started again after a drain', async () => {
    await using fleet = join();
    await fleet.work();
    const draining = fleet.drain();
    await fleet.work();
    await draining;
    const chat = await fleet.session('chat');
    const { id } = await chat.send('Hi');
    expect(await chat.settled(id)).toMatchObject({ outcome: 'answered' });
  });
});

describe('a drain', () => {
  it('ends at once when somebody closes the fleet meanwhile', async () => {
    const { port } = fakeCli({ turns: [[{ silence: true }]] });
    const fleet = createFleet({ store: memoryStore(), options: { port } as never });
    await fleet.work();
    const chat = await fleet.session('chat');
    await chat.send('Hi', { id: '1' });
    for await (const row of chat.rows()) if (row.type === 'message') break;
    const settled = chat.settled('1');
    const draining = fleet.drain({ timeoutMs: 600_000 });
    expect(await fleet.close({ timeoutMs: 0 })).toEqual({ stopped: ['chat'] });
    expect(await draining).toEqual({ stopped: ['chat'] });
    expect(await settled).toMatchObject({ outcome: 'interrupted' });
  });
});

describe('the rows of a conversation', () => {
  it('end when it has been closed', async () => {
    await using fleet = join();
    const chat = await fleet.session('chat');
    const reading = read(chat);
    await chat.send('Hi', { id: '1' });
    await chat.close();
    const types = (rows: FleetRow[]) => rows.map(({ type }) => type);
    expect(types(await reading)).toEqual(['posted', 'settled']);
    expect(types(await read(chat))).toEqual(['posted', 'settled']);
  });

  it('end when their reader leaves while it waits', async () => {
    await using fleet = join();
    await fleet.work();
    const { chat, rows } = await waiting(fleet);
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { type } of rows) seen.push(type);
    })();
    await chat.settled('1');
    await rows.return(undefined);
    await reading;
    expect(seen).toContain('settled');
  });

  it('end when a stream of them is destroyed', async () => {
    await using fleet = join();
    const chat = await fleet.session('chat');
    const stream = Readable.from(chat.rows());
    const closed = new Promise((resolve) => stream.once('close', resolve));
    await chat.send('Hi');
    await new Promise((resolve) => stream.once('data', resolve));
    stream.destroy();
    await closed;
  });
});

describe('an approval', () => {
  it('is not answered in the name of another conversation', async () => {
    const store = memoryStore();
    const { port } = fakeCli({ version: '2.1.197', turns: [[{ tool: 'Bash' }, { text: 'Done' }]] });
    await using fleet = createFleet({
      store,
      approvals: { tools: ['Bash'] },
      options: { port } as never,
    });
    await fleet.work();
    const [chat, other] = [await fleet.session('chat'), await fleet.session('other')];
    const { id } = await chat.send('Hi');
    let approval = '';
    for await (const row of chat.rows()) {
      if (row.type !== 'approval') continue;
      approval = row.approval.id;
      break;
    }
    const allow = { behavior: 'allow' } as const;
    await expect(other.answer(approval, allow)).rejects.toMatchObject({ code: 'InvalidOption' });
    expect(await chat.approvals()).toHaveLength(1);
    expect(await chat.answer(approval, allow)).toBe(true);
    expect(await chat.settled(id)).toMatchObject({ outcome: 'answered' });
  });
});
