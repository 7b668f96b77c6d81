import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { officialExports } from './officialExports.js';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const page = readFileSync(at('docs/migration.md'), 'utf8');

/** The names that users can import, types included. */
function exportsOf(path: string): ReadonlySet<string> {
  const program = ts.createProgram([path], { module: ts.ModuleKind.NodeNext, noLib: true });
  const file = program.getSourceFile(path);
  const symbol = file && program.getTypeChecker().getSymbolAtLocation(file);
  if (!symbol) throw new Error(`${path} exports nothing.`);
  const found = program.getTypeChecker().getExportsOfModule(symbol);
  return new Set(found.map(({ name }) => name));
}

describe('the names of the official SDK', () => {
  const own = exportsOf(at('src/index.ts'));
  const [, missing = ''] = page.split(/^### Functions and values that are not here$/m);
  const [section = ''] = missing.split(/^## /m);

  it('can be imported, or docs/migration.md says what to do instead', () => {
    expect(officialExports.length).toBeGreaterThan(200);
    const told = (name: string) => own.has(name) || section.includes(`\`${name}\``);
    expect(officialExports.filter((name) => !told(name))).toEqual([]);
  });

  it('are not called missing if they can be imported', () => {
    const named = [...section.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    const left = section.split(/^### Types that are not here$/m)[1] ?? '';
    expect(named.length).toBeGreaterThan(50);
    const listed = [...left.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    expect(listed.filter((name) => name !== 'fieldOf' && own.has(name))).toEqual([]);
    expect(listed.filter((name) => name !== 'fieldOf' && !officialExports.includes(name))).toEqual(
      [],
    );
  });
});
