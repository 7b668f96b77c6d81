import { describe, expect, it, jest } from '@jest/globals';

for (const name of ['bullmq', 'pg']) {
  jest.unstable_mockModule(name, () => {
    throw new Error(`Cannot find package '${name}'`);
  });
}
const { bullmq, postgresStore } = await import('../../src/fleet/index.js');

describe('without the optional packages of a fleet', () => {
  it('bullmq() says what to install when it is used', async () => {
    const engine = bullmq({ connection: 'redis://127.0.0.1:1' });
    await expect(engine.wake('a')).rejects.toMatchObject({
      code: 'InvalidOption',
      message: expect.stringContaining('Run `npm install bullmq ioredis`'),
    });
    await engine.close();
  });

  it('postgresStore() says so too, unless it is given a pool', async () => {
    const store = postgresStore('postgres://127.0.0.1:1/x');
    await expect(store.read('a')).rejects.toThrow('npm install pg');
    const query = async () => ({ rows: [{ there: true }], rowCount: 1 });
    const pool = { query, on: () => {}, end: async () => {}, connect: async () => never() };
    expect(await postgresStore(pool).read('a')).toBeUndefined();
  });
});

function never(): never {
  throw new Error('not used here');
}
