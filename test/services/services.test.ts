import { afterAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import pg from 'pg';
import { startPostgres, startRedis } from '../../scripts/services.mjs';
import { StallingProxy } from '../support/StallingProxy.js';
import { describeServices } from './support/describeServices.js';

describeServices('the services of these tests', ({ redis, postgres }) => {
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  it('answer', async () => {
    const client = new Redis(redis);
    const pool = new pg.Pool({ connectionString: postgres });
    closing.push(
      () => client.quit(),
      () => pool.end(),
    );
    expect(await client.ping()).toBe('PONG');
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('keep what they were told through a kill', async () => {
    const [ownRedis, ownPostgres] = await Promise.all([startRedis(), startPostgres()]);
    closing.push(
      () => ownRedis.stop(),
      () => ownPostgres.stop(),
    );
    await withRedis(ownRedis.url, (client) => client.set('key', 'kept'));
    await withPostgres(ownPostgres.url, "CREATE TABLE kept AS SELECT 'kept' AS word");
    await Promise.all([
      ownRedis.restart({ signal: 'SIGKILL' }),
      ownPostgres.restart({ signal: 'SIGQUIT' }),
    ]);
    expect(await withRedis(ownRedis.url, (client) => client.get('key'))).toBe('kept');
    expect(await withPostgres(ownPostgres.url, 'SELECT word FROM kept')).toEqual([
      { word: 'kept' },
    ]);
  });

  it('can be cut off and reached again', async () => {
    const proxy = await StallingProxy.to(Number(new URL(redis).port));
    const client = new Redis(proxy.of(redis));
    closing.push(
      () => proxy.close(),
      () => client.quit(),
    );
    await client.ping();
    proxy.stall();
    const asked = client.ping();
    const first = await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 200))]);
    expect(first).toBeUndefined();
    proxy.resume();
    expect(await asked).toBe('PONG');
  });
});

async function withRedis<T>(url: string, use: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url);
  try {
    return await use(client);
  } finally {
    await client.quit();
  }
}

async function withPostgres(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
