import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { officialName, officialSdk } from '../officialSdk.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url)).replaceAll('\\', '/');

/** Which declarations an entry point of the official package gets: its own, or ours. */
export type Side = 'official' | 'ours';

/** Packages of which both sides must see the same copy: a class with private fields has one type. */
const sharedPackages = /^(@anthropic-ai\/sdk|@modelcontextprotocol\/sdk|zod)(\/|$)/;

/** How a generated file imports the one side or the other, whatever `side` the program has. */
export const specifierOf = (side: Side, entry = ''): string => `${side}:${entry}`;

function fileOf(side: Side, entry: string): string {
  const name = entry.replace(/^\//, '').replace(/\.js$/, '');
  if (side === 'official') {
    const folder = fileURLToPath(new URL('.', officialSdk()));
    return join(folder, `${name || 'sdk'}.d.ts`);
  }
  return join(root, 'src', name === '' ? 'index.ts' : `official/${entryFiles[name]}`);
}

const entryFiles: Record<string, string> = { core: 'core.ts', 'sdk-tools': 'sdkTools.ts' };

/**
 * A program of generated files, by name. Imports of the official package lead to `side`; all files
 * and both packages share the packages of the project.
 */
export function programOf(
  files: Readonly<Record<string, string>>,
  side: Side,
  more: ts.CompilerOptions = {},
): { program: ts.Program; pathOf: (name: string) => string } {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const all = { ...options, noUnusedLocals: false, moduleDetection: 3, ...more };
  const pathOf = (name: string) => `${root}test/${name}`;
  const virtual = new Map(Object.entries(files).map(([name, text]) => [pathOf(name), text]));
  const host = ts.createCompilerHost(all);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => virtual.has(path) || fileExists(path);
  host.readFile = (path) => virtual.get(path) ?? readFile(path);
  host.getSourceFile = (path, version, ...rest) => {
    const text = virtual.get(path);
    return text === undefined
      ? getSourceFile(path, version, ...rest)
      : ts.createSourceFile(path, text, version, true);
  };
  host.resolveModuleNameLiterals = (literals, from, _redirected, given) =>
    literals.map(({ text }) => {
      const entry = entryOf(text, side);
      if (entry) {
        const resolvedFileName = fileOf(...entry);
        const extension = resolvedFileName.endsWith('.d.ts') ? '.d.ts' : '.ts';
        return { resolvedModule: { resolvedFileName, extension } };
      }
      const place = sharedPackages.test(text) ? pathOf('shared.ts') : from;
      return ts.resolveModuleName(text, place, given, host, undefined, undefined, 99);
    });
  return { program: ts.createProgram([...virtual.keys()], all, host), pathOf };
}

function entryOf(specifier: string, side: Side): [Side, string] | undefined {
  const [, own, entry = ''] = /^(official|ours):(.*)$/.exec(specifier) ?? [];
  if (own) return [own as Side, entry];
  if (!specifier.startsWith(officialName)) return undefined;
  return [side, specifier.slice(officialName.length)];
}

/** The names that an entry point exports, with what they are. */
export function exportsOf(side: Side, entry = ''): Map<string, 'value' | 'type'> {
  const { program, pathOf } = programOf(
    { 'names.ts': `export * from '${specifierOf(side, entry)}';` },
    side,
  );
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(pathOf('names.ts'));
  const symbol = file && checker.getSymbolAtLocation(file);
  if (!symbol) throw new Error(`The ${side} package has no entry '${entry}'.`);
  return new Map(
    checker.getExportsOfModule(symbol).map((one) => {
      const target = one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one;
      const isValue = target.flags & ts.SymbolFlags.Value && !isTypeOnly(one);
      return [one.name, isValue ? 'value' : 'type'];
    }),
  );
}

function isTypeOnly(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some(
    (one) => ts.isExportSpecifier(one) && (one.isTypeOnly || one.parent.parent.isTypeOnly),
  );
}
