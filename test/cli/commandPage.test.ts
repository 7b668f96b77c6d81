import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { commands } from '../../src/cli/commands.js';
import { exitCodes } from '../../src/cli/exitCodes.js';

const page = readFileSync(new URL('../../docs/command.md', import.meta.url), 'utf8');

describe('the page about the command', () => {
  it.each(commands.map((entry) => [entry.name, entry] as const))(
    'has %s and each of its options',
    async (name, { load }) => {
      expect(page).toContain(`\n## ${name}\n`);
      const { flags } = await load();
      for (const flag of Object.keys(flags)) expect(page).toContain(`--${flag}`);
    },
  );

  it('has every exit code', () => {
    const rows = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
    expect(rows).toEqual(Object.values(exitCodes));
  });
});
