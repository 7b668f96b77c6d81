import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { type Runs, runPrograms } from '../support/runPrograms.js';
import type { Block } from './markdown.js';

/** Runs every block as a program of its own, on the simulated CLI. */
export function runBlocks(blocks: readonly Block[]): Runs<Block> {
  return runPrograms(blocks, (block, home, build) => {
    const file = join(home, 'block.js');
    const { outputText } = ts.transpileModule(block.text, {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    writeFileSync(file, outputText);
    mkdirSync(join(home, 'tmp'));
    const env = {
      TMPDIR: join(home, 'tmp'),
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      CLAUDE_CLI_PATH: fileURLToPath(build.url('testing/simulatedCli.js')),
      CLAUDE_ACTORS_SCENARIO: scenarioOf(block, home),
    };
    return { file, env };
  });
}

/** The name of a scenario, or the scenario itself as JSON. */
function scenarioOf({ notes: { scenario = 'hello' } }: Block, home: string): string {
  if (!scenario.startsWith('{')) return scenario;
  const path = join(home, 'scenario.json');
  writeFileSync(path, scenario);
  return path;
}
