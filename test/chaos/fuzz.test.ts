import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { buildSources } from '../support/buildSources.js';
import { times } from './support/attack.js';
import { fuzz } from './support/fuzz.js';

jest.setTimeout(3_600_000);
const build = buildSources();
afterAll(() => build.remove());

/** A million lines at full size. */
const lines = times * 10_000;
const kinds = ['session', 'query', 'oneShot'] as const;
const shares = { session: 0.6, query: 0.2, oneShot: 0.2 };

describe('a CLI that sends mutated lines', () => {
  it.each(kinds)('causes no uncaught error, hung promise or permission: %s', async (kind) => {
    const plan = { attack: 'frames', kind, lines: lines * shares[kind] } as const;
    const { lines: tried, samples } = await fuzz(build, 'mutated lines', plan);
    expect(samples).toEqual([]);
    expect(tried).toBeGreaterThanOrEqual(plan.lines);
  });
});

describe('a CLI that nests deep, or uses names of prototypes, in any field', () => {
  it.each(kinds)('causes no uncaught error, hung promise or permission: %s', async (kind) => {
    const part = Math.min(1, times / 100);
    const plan = { attack: 'fields', kind, part } as const;
    const { lines: tried, samples } = await fuzz(build, 'nesting and prototype names', plan);
    expect(samples).toEqual([]);
    expect(tried).toBeGreaterThan(20_000 * part);
  });
});
