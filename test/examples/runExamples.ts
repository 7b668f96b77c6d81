import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entryPoints, manifest } from '../docs/manifest.js';
import { buildSources } from '../support/buildSources.js';

const examples = fileURLToPath(new URL('../../examples', import.meta.url));

export const exampleNames: readonly string[] = readdirSync(examples).filter(
  (name) => name !== 'README.md',
);

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Examples {
  outcome(name: string): Promise<Outcome>;
  /** Resolves when none runs any more and their files are gone. */
  remove(): Promise<void>;
}

const atOnce = 3;
const deadlineMs = 30_000;

/** Runs every example as its own program, several at a time, against the sources as they are. */
export function runExamples(): Examples {
  const build = buildSources();
  const directory = fileURLToPath(build.url('..'));
  const exports = entryPoints.map(({ name, module }) => [
    name.replace(manifest.name, '.'),
    `./src/${module}.js`,
  ]);
  const own = { name: manifest.name, type: 'module', exports: Object.fromEntries(exports) };
  writeFileSync(join(directory, 'package.json'), JSON.stringify(own));
  cpSync(examples, join(directory, 'examples'), { recursive: true });
  const lanes = Array.from({ length: atOnce }, () => Promise.resolve());
  const outcomes = new Map(
    exampleNames.map((name, index) => {
      const lane = index % atOnce;
      const outcome = (lanes[lane] as Promise<void>).then(() => run(directory, name));
      lanes[lane] = outcome.then(
        () => {},
        () => {},
      );
      return [name, outcome] as const;
    }),
  );
  return {
    outcome: (name) => outcomes.get(name) as Promise<Outcome>,
    async remove() {
      await Promise.all(lanes);
      build.remove();
    },
  };
}

function run(directory: string, name: string): Promise<Outcome> {
  const home = join(directory, 'homes', name);
  mkdirSync(home, { recursive: true });
  const child = spawn(process.execPath, [join(directory, 'examples', name)], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
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
