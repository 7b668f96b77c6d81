import { afterAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { startPostgres } from '../../scripts/services.mjs';
import { type FleetStore, postgresStore } from '../../src/fleet/index.js';
import { checkFleetStore, checkStore } from '../../src/testing/index.js';
import { StallingProxy } from '../support/StallingProxy.js';
import { until } from '../support/until.js';
import { describeServices } from './support/describeServices.js';

describeServices('postgresStore', ({ postgres }) => {
  const pools = [new pg.Pool({ connectionString: postgres }), new pg.Pool(pool())] as const;
  let schemas = 0;
  const schema = () => `store "${process.pid}" ${++schemas}`;
  afterAll(() => Promise.all(pools.map((one) => one.end())));
  function pool() {
    return { connectionString: postgres };
  }

  it('follows the rules of a store', async () => {
    const rules = await checkFleetStore(() => {
      const settings = { schema: schema() };
      return pools.map((one) => postgresStore(one, settings));
    });
    expect(rules.length).toBeGreaterThan(8);
    await checkStore(() => postgresStore(pools[0], { schema: schema() }));
  }, 30_000);

  it('creates its tables once, whoever comes first', async () => {
    const settings = { schema: schema() };
    const stores = Array.from({ length: 8 }, (_, at) =>
      postgresStore(pools[at % 2] ?? pools[0], settings),
    );
    const add = (state?: { readonly n?: unknown }) => ({ state: { n: Number(state?.n ?? 0) + 1 } });
    await Promise.all(stores.map((store) => store.change('x', add)));
    expect(await stores[0]?.read('x')).toEqual({ n: 8 });
  });

  it('keeps any text, and notes longer than a notification', async () => {
    const store = postgresStore(postgres, { schema: schema() });
    const text = `\u0000 \ud800 'quoted" \\ ${'ü€😀'.repeat(5_000)}`;
    await store.change('x', () => ({ state: { epoch: 1, text }, rows: [{ data: { text } }] }));
    expect(await store.read('x')).toEqual({ epoch: 1, text });
    expect((await store.rows('x'))[0]?.data).toEqual({ text });
    const notes: unknown[] = [];
    await store.watch('x', ({ note }) => note && notes.push(note.text));
    const sent = Array.from({ length: 50 }, (_, at) => `${at} ${text.slice(2)}`);
    for (const one of sent) store.publish('x', 1, { text: one });
    await until('the notes', () => notes.length === sent.length);
    expect(notes).toEqual(sent.map((one) => JSON.parse(JSON.stringify(one))));
    await store.close?.();
  });

  it('tells watchers of the changes that were made while they were cut off', async () => {
    const proxy = await StallingProxy.to(Number(new URL(postgres).port));
    const settings = { schema: schema() };
    const near = postgresStore(proxy.of(postgres), settings);
    const far = postgresStore(pools[0], settings);
    const heard = new Set<string>();
    await near.watch('c/', ({ key }) => heard.add(key));
    await far.change('c/1', () => ({ state: { n: 1 } }));
    await until('the first change', () => heard.has('c/1'));
    proxy.drop();
    await far.change('c/2', () => ({ state: { n: 1 } }));
    await until('the change during a lost connection', () => heard.has('c/2'), 10_000);
    proxy.stall();
    await far.change('c/3', () => ({ state: { n: 1 } }));
    // Longer than the check waits for an answer.
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    expect(heard.has('c/3')).toBe(false);
    proxy.drop();
    proxy.resume();
    await until('the change during a stall', () => heard.has('c/3'), 10_000);
    await Promise.all([near.close?.(), far.close?.()]);
    await proxy.close();
  }, 40_000);

  it('never shows an older state than one that it has acknowledged, also if it crashes', async () => {
    const server = await startPostgres();
    const stores = [1, 2].map(() => postgresStore(server.url, { schema: 'crash' }));
    let acknowledged = 0;
    let failures = 0;
    let isOver = false;
    const older: string[] = [];
    const write = async (store: FleetStore) => {
      while (!isOver) {
        const add = (before?: { readonly n?: unknown }) => ({
          state: { n: Number(before?.n ?? 0) + 1 },
        });
        const { state } = await store.change('x', add).catch(() => ({ state: undefined }));
        if (state) acknowledged = Math.max(acknowledged, Number(state.n));
        else failures += 1;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    };
    const read = async (store: FleetStore) => {
      while (!isOver) {
        const atLeast = acknowledged;
        const state = await store.read('x').catch(() => undefined);
        if (state && Number(state.n) < atLeast) older.push(`${state.n} after ${atLeast}`);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    };
    const all = stores.flatMap((store) => [write(store), write(store), read(store), read(store)]);
    for (let crashes = 0; crashes < 3; crashes++) {
      const before = acknowledged;
      await until('some changes', () => acknowledged > before + 100, 20_000);
      await server.restart({ signal: 'SIGQUIT' });
    }
    const before = acknowledged;
    await until('changes after the last crash', () => acknowledged > before + 100, 20_000);
    isOver = true;
    await Promise.all(all);
    await Promise.all(stores.map((store) => store.close?.()));
    await server.stop();
    expect(older).toEqual([]);
    expect(failures).toBeGreaterThan(0);
  }, 120_000);
});
