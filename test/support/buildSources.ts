import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, '.cache', 'sources');
const bundler = join(root, 'scripts/bundlePage.mjs');
const keptMs = 60 * 60_000;

export interface Build {
  /** The address to import a module of `src` from, e.g. `ffi/process/spawnPort.js`. */
  url(module: string): string;
  remove(): void;
}

/** The sources without types, in a directory of its own, for programs outside of jest. */
export function buildSources(): Build {
  const directory = mkdtempSync(join(tmpdir(), 'claude-actors-build-'));
  cpSync(compiledSources(), directory, { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'), 'junction');
  return {
    url: (module) => pathToFileURL(join(directory, 'src', module)).href,
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/**
 * The folder of a build of the sources as they are now. Compiling takes seconds, so all files of tests
 * share one; do not write to it.
 */
export function compiledSources(): string {
  const sources = readSources();
  const hash = createHash('sha256').update(readFileSync(bundler));
  for (const [path, source] of sources) hash.update(`${path}\0${source}\0`);
  const folder = join(cache, hash.digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'draft-'));
  compile(sources, draft);
  try {
    renameSync(draft, folder);
  } catch {
    // Another worker was faster.
    rmSync(draft, { recursive: true, force: true });
  }
  removeOld(folder);
  return folder;
}

/** The sources, by their paths below `src`. */
function readSources(): Map<string, string> {
  const paths = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  return new Map(
    paths
      .filter((path) => path.endsWith('.ts'))
      .map((path) => [path, readFileSync(join(root, 'src', path), 'utf8')]),
  );
}

function compile(sources: ReadonlyMap<string, string>, directory: string): void {
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
  for (const [path, source] of sources) {
    const target = join(directory, 'src', path.replace(/\.ts$/, '.js'));
    const { outputText } = ts.transpileModule(source, {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    mkdirSync(dirname(target), { recursive: true });
    // npm makes programs executable when it installs them.
    writeFileSync(target, outputText, { mode: outputText.startsWith('#!') ? 0o755 : 0o644 });
  }
  // A browser gets one script. Rollup has no synchronous interface, so it runs in a process.
  const page = join(directory, 'src/inspect/page/client/main.js');
  execFileSync(process.execPath, [bundler, page]);
}

function removeOld(current: string): void {
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (folder !== current && age > keptMs) rmSync(folder, { recursive: true, force: true });
  }
}
