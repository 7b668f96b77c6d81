import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Runs } from '../support/runPrograms.js';
import { exampleNames, runExamples } from './runExamples.js';

describe('examples', () => {
  let examples: Runs<string>;

  beforeAll(() => {
    examples = runExamples();
  }, 60_000);

  afterAll(() => examples.remove(), 120_000);

  it('are many, and all in the list of their README', () => {
    expect(exampleNames.length).toBeGreaterThan(10);
    const readme = readFileSync(new URL('../../examples/README.md', import.meta.url), 'utf8');
    const listed = [...readme.matchAll(/^\| \[(.+?)\]/gm)].map(([, name = '']) => name);
    expect(listed.sort()).toEqual([...exampleNames].sort());
  });

  it.each(exampleNames)(
    '%s holds what it claims',
    async (name) => {
      const { code, stdout, stderr } = await examples.outcome(name);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^ok: \S/);
    },
    120_000,
  );

  it('show the demo without colours in a pipe, with the states in their order', async () => {
    const { stdout } = await examples.outcome('demo.mjs');
    expect(stdout).not.toContain('\u001b');
    const states = [...stdout.matchAll(/ state +(.+)$/gm)].map(([, state]) => state);
    expect(states).toEqual([
      'starting · checking',
      'starting · spawning',
      'initSent',
      'running · idle',
      'running · working',
      'running · requiresAction',
      'running · working',
      'running · idle',
      'stopping · ending',
      'stopped',
    ]);
  }, 120_000);
});
