import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Build {
  /** The address to import a module of `src` from, e.g. `ffi/process/spawnPort.js`. */
  url(module: string): string;
  remove(): void;
}

/** Strips the types off `src` into a directory of its own, for programs outside of jest. */
export function buildSources(): Build {
  const directory = mkdtempSync(join(tmpdir(), 'claude-actors-build-'));
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'), 'junction');
  compileSources(directory);
  return {
    url: (module) => pathToFileURL(join(directory, 'src', module)).href,
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** The sources, by their paths below `src`. */
export function readSources(): Map<string, string> {
  const paths = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  return new Map(
    paths
      .filter((path) => path.endsWith('.ts'))
      .map((path) => [path, readFileSync(join(root, 'src', path), 'utf8')]),
  );
}

export function compileSources(directory: string): void {
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
  for (const [path, source] of readSources()) {
    const target = join(directory, 'src', path.replace(/\.ts$/, '.js'));
    const { outputText } = ts.transpileModule(source, {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, outputText);
  }
}
