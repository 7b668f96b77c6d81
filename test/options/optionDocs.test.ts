import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { declarationFiles, declaredOptions, optionDocs } from '../../scripts/optionDocs.mjs';
import {
  defaultLimits,
  defaultShutdown,
  defaultSilence,
  defaultSizes,
  defaultTimeouts,
} from '../../src/defaults.js';
import * as table from '../../src/options/table/optionTable.js';
import type { OptionName } from '../../src/options/types.js';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = read('docs/options.md');
const sources = declarationFiles.map((file) => read(`src/options/${file}`));

describe('the JSDoc of options', () => {
  const declared = declaredOptions(sources);

  it('covers the options of the table, in the order of the table', () => {
    expect([...declared.keys()]).toEqual(table.optionNames);
  });

  it.each([...declared])('says in a sentence what %s is', (_name, { description }) => {
    expect(description).toMatch(/^[A-Z].+\.$/);
  });

  it('names a default that the option accepts', () => {
    for (const [name, { default: text }] of declared) {
      const value = /^'(\w+)'$/.exec(text ?? '')?.[1];
      if (value) expect(table.optionTable[name as OptionName].values).toContain(value);
    }
  });
});

describe('docs/options.md', () => {
  it('is up to date; run `npm run docs:options` after a change', () => {
    expect(page).toBe(optionDocs(table, sources));
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
    for (const name of ['initialize', 'control', 'hook', 'write', 'versionProbe'] as const) {
      expect(page).toMatch(new RegExp(`\\| \`${name}\` \\| ${defaultTimeouts[name]}\\b`));
    }
    for (const [name, milliseconds] of Object.entries(defaultShutdown)) {
      expect(page).toContain(`| \`shutdown.${name}\` | ${milliseconds} |`);
    }
    for (const [name, milliseconds] of Object.entries(defaultSilence)) {
      expect(page).toContain(`| \`${name}\` | ${milliseconds} |`);
    }
    const kib = 1024;
    expect(page).toContain(`| \`lineBytes\` | ${defaultSizes.line / kib ** 2} MiB |`);
    expect(page).toContain(`| \`unreadBytes\` | ${defaultSizes.unread / kib ** 2} MiB`);
    expect(page).toContain(`| \`stderrBytes\` | ${defaultSizes.stderrTail / kib} KiB |`);
    for (const name of ['queuedOperations', 'pendingRequests'] as const) {
      expect(page).toContain(`| \`${name}\` | ${defaultLimits[name]}; no limit in`);
    }
    for (const kind of ['hook', 'permission', 'mcp'] as const) {
      const { running, waiting } = defaultLimits[kind];
      const shown = `{ atOnce: ${running}, waiting: ${waiting} }`;
      expect(page).toContain(`| \`callbacks.${kind}\` | \`${shown}\` |`);
    }
  });
});
