import { afterAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { postgresStore } from '../../src/fleet/index.js';
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
});
