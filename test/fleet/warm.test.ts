import { afterEach, describe, expect, it } from '@jest/globals';
import {
  createFleet,
  embedded,
  type Fleet,
  type FleetOptions,
  memoryStore,
} from '../../src/fleet/index.js';
import { type FakeCli, fakeCli } from '../../src/testing/index.js';
import { until } from '../support/until.js';

const fleets: Fleet[] = [];
afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.drain({ timeoutMs: 0 });
});

function join(options: FleetOptions['options'], more: FleetOptions = {}): Fleet {
  const fleet = createFleet({
    engine: embedded({ leaseMs: 1000 }),
    store: memoryStore(),
    options: options as never,
    pool: { warm: 1 },
    ...more,
  });
  fleets.push(fleet);
  return fleet;
}

const hello = { turns: [[{ text: 'Hello' }]] };
const started = ({ processes }: FakeCli) =>
  processes.filter(({ args }) => args.includes('--input-format'));
const alive = (cli: FakeCli) => started(cli).filter(({ isGone }) => !isGone);
const wasAsked = (one: FakeCli['processes'][number] | undefined) =>
  one?.written.some((line) => line.includes('"type":"user"'));
const idOf = ({ args }: { args: readonly string[] }) =>
  args.find((arg) => arg.startsWith('--session-id='))?.slice('--session-id='.length);

async function ask(fleet: Fleet, id: string, settings?: { tenant?: string; cwd?: string }) {
  const chat = await fleet.session(id, settings);
  await chat.send('Hi', { id: '1' });
  expect(await chat.settled('1')).toMatchObject({ outcome: 'answered' });
  return chat;
}

describe('warm spares of a fleet', () => {
  it('serve new conversations, and the next spare is started', async () => {
    const cli = fakeCli(hello);
    const fleet = join({ port: cli.port } as never);
    await fleet.work();
    await until('a spare', () => alive(cli).length === 1);
    const [spare] = alive(cli);
    await ask(fleet, 'chat-1');
    await until('the next spare', () => alive(cli).length === 2);
    expect(started(cli)).toHaveLength(2);
    expect(wasAsked(spare)).toBe(true);
  });

  it('give conversations an id that the next worker knows', async () => {
    const cli = fakeCli(hello);
    const store = memoryStore();
    const first = join({ port: cli.port } as never, { store });
    await first.work();
    await until('a spare', () => alive(cli).length === 1);
    const spare = alive(cli)[0] as FakeCli['processes'][number];
    await ask(first, 'chat-1');
    await first.drain();
    const second = join({ port: cli.port } as never, { store, pool: {} });
    await second.work();
    const before = started(cli).length;
    const chat = await second.session('chat-1');
    await chat.send('Again', { id: '2' });
    await chat.settled('2');
    const [resumed] = started(cli).slice(before);
    expect(resumed?.args.join(' ')).toContain(idOf(spare));
    expect((await chat.info()).epoch).toBe(2);
    const [record] = await store.list('conversation/');
    expect(record?.state).toMatchObject({ sessionId: idOf(spare) });
  });

  it('do not serve a conversation that needs other options', async () => {
    const cli = fakeCli(hello);
    const models: Record<string, string> = { anna: 'opus', ben: 'haiku' };
    const fleet = join((({ tenant }: { tenant: string }) => ({
      port: cli.port,
      model: models[tenant],
    })) as never);
    await fleet.work();
    await ask(fleet, 'a1', { tenant: 'anna' });
    await until("a spare with anna's options", () => alive(cli).length === 2, 10_000);
    const modelOf = (one: { args: readonly string[] } | undefined) =>
      one?.args.find((arg) => arg.startsWith('--model'));
    const [, spare] = alive(cli);
    expect(modelOf(spare)).toContain('opus');
    await ask(fleet, 'b1', { tenant: 'ben' });
    const ofBen = started(cli).find(
      (one) => one !== spare && wasAsked(one) && modelOf(one)?.includes('haiku'),
    );
    expect(ofBen).toBeDefined();
    expect(wasAsked(spare)).toBe(false);
    await ask(fleet, 'a2', { tenant: 'anna' });
    expect(wasAsked(spare)).toBe(true);
  }, 20_000);

  it('get other options when conversations in a row need them', async () => {
    const cli = fakeCli(hello);
    const fleet = join({ port: cli.port } as never);
    await fleet.work();
    await until('a spare', () => alive(cli).length === 1);
    const old = idOf(alive(cli)[0] as FakeCli['processes'][number]);
    const isGone = () => !alive(cli).some((one) => idOf(one) === old);
    await ask(fleet, 'c1', { cwd: process.cwd() });
    expect(isGone()).toBe(false);
    await ask(fleet, 'c2', { cwd: process.cwd() });
    await until('the end of the old spare', isGone);
    await until('a new spare', () => alive(cli).length === 3, 10_000);
    const spare = alive(cli).at(-1);
    await ask(fleet, 'c3', { cwd: process.cwd() });
    expect(wasAsked(spare)).toBe(true);
  }, 20_000);
});
