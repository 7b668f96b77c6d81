import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiEntry, readApi, renderApi, undocumented } from '../../scripts/apiReference.mjs';

let api: ApiEntry[];

beforeAll(() => {
  api = readApi();
}, 120_000);

describe('docs/api.md', () => {
  it('is up to date: run `npm run docs:api` if this fails', () => {
    const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
    expect(page).toBe(renderApi(api));
  });
});

describe('the public API', () => {
  it('has JSDoc on every export and every member', () => {
    expect(undocumented(api)).toEqual([]);
  });

  it('is read in full: all five entries, with inherited members', () => {
    expect(api.map(({ name }) => name)).toEqual([
      'claude-actors',
      'claude-actors/inspect',
      'claude-actors/testing',
      'claude-actors/opentelemetry',
      'claude-actors/fleet',
    ]);
    const session = api[0]?.exports.find(({ name }) => name === 'Session');
    const members = session?.members.map(({ name }) => name);
    expect(members).toEqual(expect.arrayContaining(['send', 'setModel', 'mcpServerStatus']));
    expect(members).not.toContain('bridge');
  });

  it('misses JSDoc that is not there', () => {
    const faulty = api.map((entry) => ({
      ...entry,
      exports: entry.exports.map((one) => (one.name === 'query' ? { ...one, doc: '' } : one)),
    }));
    expect(undocumented(faulty)).toContainEqual({
      name: 'claude-actors: query',
      file: 'src/Query.ts',
    });
  });
});
