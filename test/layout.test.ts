import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const folder = fileURLToPath(new URL('../src/', import.meta.url));

const src = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => {
    const text = readFileSync(folder + path, 'utf8');
    return { path, text, lines: text.split('\n').length - 1 };
  });

const declaration =
  /^export (?:abstract |async )*(const|function\*?|class|interface|type) ([\w$]+)/gm;

function exportsOf(text: string): { kind: string; name: string }[] {
  return [...text.matchAll(declaration)].map(([, kind = '', name = '']) => ({ kind, name }));
}

describe('the files of src', () => {
  it('have the name of the class they export', () => {
    const misnamed = src.filter(({ path, text }) => {
      const name = basename(path, '.ts');
      const classes = exportsOf(text).filter(({ kind }) => kind === 'class');
      const isPascalCase = /^[A-Z]/.test(name);
      return classes.length > 0 || isPascalCase
        ? !classes.some((one) => one.name === name)
        : !/^[a-z]/.test(name);
    });
    // It has every error code and what errors carry; the class is the smallest part of it.
    expect(misnamed.map(({ path }) => path)).toEqual(['errors.ts']);
  });

  it('export no name that means something else in another file', () => {
    const owners = new Map<string, string>();
    const twice: string[] = [];
    for (const { path, text } of src) {
      // Actions that do the same in the query's chart and in the session's share a name.
      if (path.endsWith('/queryActions.ts')) continue;
      for (const { name } of exportsOf(text)) {
        const owner = owners.get(name) ?? path;
        if (owner !== path) twice.push(`${name}: ${owner}, ${path}`);
        owners.set(name, owner);
      }
    }
    expect(twice).toEqual([]);
  });

  // dependency-cruiser checks who imports whom, but cannot see what these load.
  it('load modules by a computed name or with `require` only if they must', () => {
    const loads = /\bimport\((?!['"])|\bcreateRequire\b|\bgetBuiltinModule\b/;
    expect(
      src
        .filter(({ text }) => loads.test(text))
        .map(({ path }) => path)
        .sort(),
    ).toEqual([
      'cli/fleet/fleetCommand.ts',
      'ffi/activeTrace.ts',
      'ffi/conversationId.ts',
      'ffi/discovery/discoveryHost.ts',
      'ffi/process/guardRunners.ts',
      'ffi/process/spawnProgram.ts',
      'inspect/stately/loadStately.ts',
      'testing/loadScenario.ts',
    ]);
  });

  it('use private members of XState in one file only', () => {
    const dist = fileURLToPath(new URL('../node_modules/xstate/dist/', import.meta.url));
    const xstate = readdirSync(dist)
      .filter((file) => file.endsWith('.cjs.js'))
      .map((file) => readFileSync(dist + file, 'utf8'))
      .join('\n');
    const names = new Set([...xstate.matchAll(/\._[a-z]\w*|\b_transitions\b/g)].map(String));
    const members = [...names].map((name) => name.replace('.', '')).join('|');
    const use = new RegExp(
      `\\.(${members})\\b|[{,]\\s*(${members})\\s*[,}=:]|\\b(${members})\\??\\(`,
    );
    expect(src.filter(({ text }) => use.test(text)).map(({ path }) => path)).toEqual([
      'statechart/xstateInternals.ts',
    ]);
  });

  it('are few and of a readable size', () => {
    const long = src.filter(({ lines }) => lines > 300);
    expect(long.map(({ path }) => path)).toEqual([]);
    const tiny = src.filter(({ lines }) => lines <= 20).map(({ path }) => path);
    expect(tiny.length < 20 ? [] : tiny).toEqual([]);
  });
});
