import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { type Build, buildSources } from '../support/buildSources.js';
import { entryPoints, manifest } from './manifest.js';
import type { Block } from './markdown.js';

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Runs {
  outcome(block: Block): Promise<Outcome>;
  /** Resolves when no block runs any more and its files are gone. */
  remove(): Promise<void>;
}

const atOnce = 4;
const deadlineMs = 40_000;

/** Runs every block as a program of its own, several at a time, on the simulated CLI. */
export function runBlocks(blocks: readonly Block[]): Runs {
  const build = buildSources();
  const directory = fileURLToPath(build.url('..'));
  publish(directory);
  const outcomes = new Map<Block, Promise<Outcome>>();
  const lanes = Array.from({ length: atOnce }, () => Promise.resolve());
  blocks.forEach((block, index) => {
    const lane = index % atOnce;
    const run = (lanes[lane] as Promise<void>).then(() => runBlock(block, index, directory, build));
    outcomes.set(block, run);
    lanes[lane] = run.then(
      () => {},
      () => {},
    );
  });
  return {
    outcome: (block) => outcomes.get(block) as Promise<Outcome>,
    async remove() {
      await Promise.all(lanes);
      build.remove();
    },
  };
}

/** Lets what lies in the directory import the package by its own name. */
function publish(directory: string): void {
  const exports = entryPoints.map(({ name, module }) => [
    name.replace(manifest.name, '.'),
    `./src/${module}.js`,
  ]);
  const own = { name: manifest.name, type: 'module', exports: Object.fromEntries(exports) };
  writeFileSync(join(directory, 'package.json'), JSON.stringify(own));
}

async function runBlock(
  block: Block,
  index: number,
  directory: string,
  build: Build,
): Promise<Outcome> {
  const home = join(directory, 'blocks', String(index));
  const project = join(home, 'project');
  mkdirSync(project, { recursive: true });
  const program = join(home, 'block.js');
  const { outputText } = ts.transpileModule(block.text, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  writeFileSync(program, outputText);
  const child = spawn(process.execPath, [program], {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      CLAUDE_CLI_PATH: fileURLToPath(build.url('testing/simulatedCli.js')),
      CLAUDE_ACTORS_SCENARIO: scenarioOf(block, home),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // SIGTERM: the library takes its CLIs along.
    timeout: deadlineMs,
  });
  const outcome: Outcome = { code: null, stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      outcome[name] += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ ...outcome, code }));
  });
}

/** The name of a scenario, or the scenario itself as JSON. */
function scenarioOf({ notes: { scenario = 'hello' } }: Block, home: string): string {
  if (!scenario.startsWith('{')) return scenario;
  const path = join(home, 'scenario.json');
  writeFileSync(path, scenario);
  return path;
}
