import { describe, expect, it } from '@jest/globals';
import { query } from '../src/Query.js';
import { fakeCli } from '../src/testing/fakeCli.js';
import { all } from './support/all.js';

describe.each(['oneShot', 'session'] as const)('the usage of a query, mode %s', (mode) => {
  it('is what its result reports', async () => {
    const { port } = fakeCli({ turns: [[{ text: 'Hello' }]] });
    const run = query('Hello', { port, mode });
    expect(run.usage).toMatchObject({ cost: 0, models: {} });
    const last = (await all(run)).at(-1);
    const { cost, models } = run.usage;
    expect(cost).toBeGreaterThan(0);
    expect(last).toMatchObject({ type: 'result', total_cost_usd: cost });
    expect(Object.keys(models)).toHaveLength(1);
  });

  it('says what is unknown if the process dies', async () => {
    const { port } = fakeCli({ turns: [[{ text: 'Hm' }, { crash: 'SIGKILL' }]] });
    const run = query('Hello', { port, mode });
    await expect(all(run)).rejects.toMatchObject({ code: expect.any(String) });
    await run.close();
    expect(run.usage).toMatchObject({ cost: 0, estimated: true, unknownResponses: 1 });
  });

  it('is nothing if the CLI does not start', async () => {
    const { port } = fakeCli({ faults: { failsToStart: 'ENOENT' } });
    const run = query('Hello', { port, mode });
    await expect(all(run)).rejects.toMatchObject({ code: 'CliNotFound' });
    await run.close();
    expect(run.usage.unknownResponses).toBe(0);
  });
});
