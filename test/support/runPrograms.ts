import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Build, buildSources } from './buildSources.js';
import { entryPoints, manifest } from './manifest.js';

export interface Program {
  file: string;
  /** Besides PATH and HOME. */
  env?: Record<string, string>;
}

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Runs<Key> {
  outcome(key: Key): Promise<Outcome>;
  /** Resolves when none runs any more and their files are gone. */
  remove(): Promise<void>;
}

const atOnce = 4;
const deadlineMs = 100_000;

/**
 * Runs programs that import the package by its own name, several at a time, against the sources as
 * they are. Each has a home of its own, in which `write` puts it.
 */
export function runPrograms<Key>(
  keys: readonly Key[],
  write: (key: Key, home: string, build: Build) => Program,
): Runs<Key> {
  const build = buildSources();
  const directory = fileURLToPath(build.url('..'));
  publish(directory);
  const lanes = Array.from({ length: atOnce }, () => Promise.resolve());
  const outcomes = new Map(
    keys.map((key, index) => {
      const lane = index % atOnce;
      const outcome = (lanes[lane] as Promise<void>).then(() => {
        const home = join(directory, 'homes', String(index));
        mkdirSync(join(home, 'project'), { recursive: true });
        return run(write(key, home, build), home);
      });
      lanes[lane] = outcome.then(
        () => {},
        () => {},
      );
      return [key, outcome] as const;
    }),
  );
  return {
    outcome: (key) => outcomes.get(key) as Promise<Outcome>,
    async remove() {
      await Promise.all(lanes);
      build.remove();
    },
  };
}

/** Lets what lies in the directory import the package by its own name. */
export function publish(directory: string): void {
  const exports = entryPoints.map(({ name, module }) => [
    name.replace(manifest.name, '.'),
    `./src/${module}.js`,
  ]);
  const own = { name: manifest.name, type: 'module', exports: Object.fromEntries(exports) };
  writeFileSync(join(directory, 'package.json'), JSON.stringify(own));
}

function run({ file, env }: Program, home: string): Promise<Outcome> {
  const child = spawn(process.execPath, [file], {
    cwd: join(home, 'project'),
    env: { PATH: process.env.PATH, HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // SIGTERM: the library takes its CLIs along.
    timeout: deadlineMs,
  });
  const outcome: Outcome = { code: null, stdout: '', stderr: '' };
  for (const pipe of ['stdout', 'stderr'] as const) {
    child[pipe].setEncoding('utf8').on('data', (text: string) => {
      outcome[pipe] += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ ...outcome, code }));
  });
}
