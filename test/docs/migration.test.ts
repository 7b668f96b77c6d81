import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { exceptionTable } from '../live/dropIn/types/exceptions.js';
import { manifest } from '../support/manifest.js';
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
  it('can all be imported', () => {
    const own = exportsOf(at('src/index.ts'));
    expect(officialExports.length).toBeGreaterThan(200);
    expect(officialExports.filter((name) => !own.has(name))).toEqual([]);
  });

  it('have the types that docs/migration.md claims: paste the table from here if this fails', () => {
    expect(page).toContain(`\n${exceptionTable()}\n`);
  });

  it('have entry points that exist here, or docs/migration.md says why not', () => {
    const entries = ['core', 'sdk-tools', 'sdk-tools.js', 'bridge', 'browser', 'extract'];
    const missing = entries.filter((name) => !Object.hasOwn(manifest.exports, `./${name}`));
    expect(missing).toEqual(['bridge', 'browser', 'extract']);
    for (const name of missing) expect(page).toContain(`\`/${name}\``);
  });
});
