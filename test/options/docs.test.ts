import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { optionDocs } from '../../scripts/optionDocs.mjs';
import { defaultLimits, defaultTimeouts } from '../../src/defaults.js';
import * as table from '../../src/options/table.js';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = read('docs/options.md');

describe('docs/options.md', () => {
  it('is what the table says; after a change run `npm run docs:options`', () => {
    expect(page).toBe(optionDocs(table, read('src/options/types.ts')));
  });

  it('has every option once, in a table of four columns', () => {
    const lines = page.split('\n').filter((line) => line.startsWith('| **`'));
    const names = lines.map((line) => /^\| \*\*`(\w+)`\*\*/.exec(line)?.[1]);
    expect(names).toEqual(table.optionNames);
    for (const line of lines) expect(line.split(/(?<!\\)\|/)).toHaveLength(6);
  });

  it('names every variable', () => {
    for (const name of table.optionNames) {
      const { variable } = table.optionTable[name];
      if (variable) expect(page).toContain(`\`${variable}\``);
    }
  });

  it('has the default times and limits of the charts', () => {
    const shown = (value: number) => String(value).replace(/(\d)(?=(\d{3})+$)/g, '$1 ');
    for (const name of ['initialize', 'control', 'hook', 'write', 'versionProbe'] as const) {
      expect(page).toContain(`| \`${name}\` | ${shown(defaultTimeouts[name])}`);
    }
    for (const name of ['queuedOperations', 'pendingRequests'] as const) {
      expect(page).toContain(`| \`${name}\` | ${defaultLimits[name]} |`);
    }
    for (const kind of ['hook', 'permission', 'mcp'] as const) {
      const { running, waiting } = defaultLimits[kind];
      expect(page).toContain(`| \`callbacks.${kind}\` | ${running} at once, ${waiting} waiting |`);
    }
  });
});
