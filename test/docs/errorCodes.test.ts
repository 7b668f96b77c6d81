import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import {
  ClaudeActorsError,
  type ErrorCode,
  errorCategories,
  isTerminal,
} from '../../src/errors.js';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = read('docs/errors.md');

interface Entry {
  category: string;
  code: string;
  when: string;
  details: string[];
  remedy: string;
}

/** The rows of the tables whose first column is a code, with the heading above. */
const entries = page.split(/^## /m).flatMap((section): Entry[] => {
  const category = section.split('\n', 1)[0]?.toLowerCase() ?? '';
  const rows = section.split('\n').filter((line) => /^\| `[A-Z]/.test(line));
  return rows.map((row) => {
    const [, code = '', when = '', details = '', remedy = ''] = row.split('|');
    const names = [...details.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    return { category, code: code.trim().slice(1, -1), when, details: names, remedy };
  });
});

function detailNames(): string[] {
  const file = ts.createSourceFile(
    'errors.ts',
    read('src/errors.ts'),
    ts.ScriptTarget.Latest,
    true,
  );
  return file.statements
    .filter(ts.isInterfaceDeclaration)
    .filter(({ name }) => name.text === 'ErrorDetails')
    .flatMap(({ members }) => members.map(({ name }) => name?.getText() ?? ''));
}

describe('docs/errors.md', () => {
  it('has every code once, in the section of its category, in the order of the list', () => {
    const documented = entries.map(({ code, category }) => [code, category]);
    expect(documented).toEqual(Object.entries(errorCategories));
  });

  it('says of each when it comes and what to do', () => {
    for (const { when, remedy } of entries) {
      expect(when).toMatch(/\w+ \w+/);
      expect(remedy).toMatch(/\w+/);
    }
  });

  it('marks those that end nothing', () => {
    for (const { code, when } of entries) {
      const error = new ClaudeActorsError(code as ErrorCode, 'x');
      expect([code, when.includes('Not terminal')]).toEqual([code, !isTerminal(error)]);
    }
  });

  it('explains every detail, and names no other', () => {
    const section = page.split(/^## Details$/m)[1]?.split(/^## /m)[0] ?? '';
    const rows = section.split('\n').filter((line) => line.startsWith('| `'));
    const explained = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    expect([...explained].sort()).toEqual(detailNames().sort());
    const used = new Set(entries.flatMap(({ details }) => details));
    expect([...used].filter((name) => !explained.includes(name))).toEqual([]);
  });
});
