import { afterEach, describe, expect, it } from '@jest/globals';
import {
  createFleet,
  embedded,
  type Fleet,
  type FleetOptions,
  type FleetRow,
  type FleetSession,
  memoryStore,
} from '../../src/fleet/index.js';
import { type FakeCli, fakeCli, type Scenario } from '../../src/testing/index.js';
import { until } from '../support/until.js';

const fleets: Fleet[] = [];
afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.drain({ timeoutMs: 0 });
});

const hello: Scenario = { turns: [[{ text: 'Hello' }]] };

function join(
  { port }: Pick<FakeCli, 'port'>,
  more: FleetOptions = {},
  options: object = {},
): Fleet {
  const fleet = createFleet({
    engine: embedded({ leaseMs: 1000 }),
    store: memoryStore(),
    options: { port, ...options } as never,
    ...more,
  });
  fleets.push(fleet);
  return fleet;
}

async function rowsUntil(chat: FleetSession, isLast: (row: FleetRow) => boolean) {
  const rows: FleetRow[] = [];
  for await (const row of chat.rows()) {
    rows.push(row);
    if (isLast(row)) return rows;
  }
  return rows;
}
async function stateOf(chat: FleetSession, state: string): Promise<void> {
  let current = '';
  const look = () => chat.info().then((info) => (current = info.state));
  await until(state, () => {
    void look();
    return current === state;
  });
}
const settles = (id: string) => (row: FleetRow) => row.type === 'settled' && row.id === id;
const alive = (cli: FakeCli) =>
  cli.processes.filter(({ args, isGone }) => args.includes('--input-format') && !isGone);

describe('a fleet of one process', () => {
  it('answers a message, and keeps what was said', async () => {
    const cli = fakeCli(hello);
    const fleet = join(cli);
    await fleet.work();
    const chat = await fleet.session('chat-1', { tenant: 'anna' });
    expect(await chat.send('Hi', { id: 'req-1' })).toEqual({ id: 'req-1', outcome: 'stored' });
    const rows = await rowsUntil(chat, settles('req-1'));
    expect(rows[0]).toMatchObject({ type: 'posted', id: 'req-1', content: 'Hi', cursor: 1 });
    expect(rows.at(-1)).toMatchObject({ outcome: 'answered' });
    expect(JSON.stringify(rows)).toContain('Hello');
    const cursors = rows.map(({ cursor }) => cursor);
    expect(cursors).toEqual([...cursors].sort((a, b) => a - b));
    await stateOf(chat, 'leased.idle');
    expect((await fleet.usage({ tenant: 'anna' })).cost).toBeGreaterThan(0);
    expect((await fleet.usage({ tenant: 'ben' })).cost).toBe(0);
  });

  it('stores a message once by its id', async () => {
    const fleet = join(fakeCli(hello));
    const chat = await fleet.session('chat-1');
    await chat.send('Hi', { id: 'req-1' });
    expect(await chat.send('Hi', { id: 'req-1' })).toEqual({ id: 'req-1', outcome: 'seen' });
    expect((await chat.info()).messages).toBe(1);
    await fleet.work();
    expect(await chat.settled('req-1')).toMatchObject({ outcome: 'answered' });
    expect(await chat.send('Hi', { id: 'req-1' })).toEqual({ id: 'req-1', outcome: 'seen' });
  });

  it('parks an idle conversation, and starts it again for the next message', async () => {
    const cli = fakeCli(hello);
    const fleet = join(cli, { pool: { idleMs: 10 } });
    await fleet.work();
    const chat = await fleet.session('chat-1');
    await chat.send('One', { id: '1' });
    await stateOf(chat, 'parked');
    expect(alive(cli)).toHaveLength(0);
    await chat.send('Two', { id: '2' });
    expect(await chat.settled('2')).toMatchObject({ outcome: 'answered' });
    const started = cli.processes.filter(({ args }) => args.includes('--input-format'));
    expect(started).toHaveLength(2);
  });

  it('limits how many conversations of a tenant have a process', async () => {
    const cli = fakeCli(hello);
    const fleet = join(cli, { pool: { max: 8, perTenant: 1 } });
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, alive(cli).length);
    }, 1);
    await fleet.work();
    const chats = await Promise.all(
      ['a', 'b', 'constructor'].map((id) => fleet.session(id, { tenant: 'anna' })),
    );
    await Promise.all(chats.map((chat) => chat.send('Hi', { id: '1' })));
    for (const chat of chats)
      expect(await chat.settled('1')).toMatchObject({ outcome: 'answered' });
    clearInterval(watch);
    expect(most).toBe(1);
  });

  it('makes room for others by parking who is idle', async () => {
    const cli = fakeCli(hello);
    const fleet = join(cli, { pool: { max: 1 } });
    await fleet.work();
    for (const id of ['a', 'b', 'c']) {
      const chat = await fleet.session(id);
      await chat.send('Hi', { id: '1' });
      expect(await chat.settled('1')).toMatchObject({ outcome: 'answered' });
    }
    expect(alive(cli)).toHaveLength(1);
  });

  it.each([
    ['somebody stops it', (chat: FleetSession) => chat.stop()],
    ['its worker must end', (_: FleetSession, fleet: Fleet) => fleet.drain({ timeoutMs: 0 })],
  ])('does not take a turn for answered that was cut off because %s', async (_, cutOff) => {
    const cli = fakeCli({ turns: [[{ tool: 'Bash', takes: 60_000 }]] });
    const fleet = join(cli, {}, { allowedTools: ['Bash'] });
    await fleet.work();
    const chat = await fleet.session('chat-1');
    await chat.send('Hi', { id: '1' });
    await rowsUntil(chat, (row) => row.type === 'message' && row.message.type === 'assistant');
    await cutOff(chat, fleet);
    const rows = await rowsUntil(chat, settles('1'));
    expect(rows.at(-1)).toMatchObject({ outcome: 'interrupted' });
    expect(rows).toContainEqual(expect.objectContaining({ type: 'interrupted', messages: ['1'] }));
  });

  it.each(['read', 'change'] as const)(
    'leaves no process behind if `%s` of its store fails',
    async (name) => {
      const store = memoryStore();
      const real = store[name].bind(store) as (...args: unknown[]) => Promise<unknown>;
      let isBroken = false;
      Object.assign(store, {
        [name]: async (key: string, ...more: unknown[]) => {
          if (isBroken && key.startsWith('conversation/')) throw new Error('the database restarts');
          return real(key, ...more);
        },
      });
      const cli = fakeCli({ turns: [[{ text: 'Hello' }], [{ tool: 'Bash', takes: 60_000 }]] });
      const fleet = join(cli, { store }, { allowedTools: ['Bash'] });
      await fleet.work();
      const chat = await fleet.session('chat-1');
      await chat.send('Hi', { id: '1' });
      await chat.settled('1');
      const { cursor } = (await rowsUntil(chat, settles('1'))).at(-1) as FleetRow;
      await chat.send('Go', { id: '2' });
      for await (const row of chat.rows({ after: cursor })) if (row.type === 'message') break;
      await chat.send('And then?', { id: '3' });
      isBroken = true;
      // The worker looks at the conversation, and cannot see it; or cannot write what the CLI says.
      cli.push({ type: 'system', subtype: 'status', status: null, session_id: '', uuid: 'u' });
      await until('its process to end', () => alive(cli).length === 0);
      isBroken = false;
      const rows = await rowsUntil(chat, settles('2'));
      expect(rows.at(-1)).toMatchObject({ outcome: 'interrupted' });
    },
  );

  it('records what a process used that was killed', async () => {
    const fleet = join(fakeCli({ turns: [[{ text: 'Hm' }, { crash: 'SIGKILL' }]] }));
    await fleet.work();
    const chat = await fleet.session('chat-1');
    await chat.send('Hi', { id: '1' });
    const rows = await rowsUntil(chat, settles('1'));
    expect(rows.at(-1)).toMatchObject({ outcome: 'interrupted' });
    expect((await fleet.usage()).unknownResponses).toBeGreaterThan(0);
  });

  it('says why no process could be started', async () => {
    const fleet = createFleet({
      store: memoryStore(),
      options: { pathToClaudeCodeExecutable: '/nowhere/claude' },
    });
    fleets.push(fleet);
    await fleet.work();
    const chat = await fleet.session('chat-1');
    await chat.send('Hi', { id: '1' });
    expect(await chat.settled('1')).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining('/nowhere/claude'),
    });
  });
});
