import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Options } from '../options/types.js';
import { loadScenario } from '../testing/loadScenario.js';
import { scenarios } from '../testing/scenarios.js';
import { simulatedCliPath } from '../testing/simulatedCliPath.js';
import { didYouMean, nearestName } from '../util/nearestName.js';
import type { Flags, FlagValues } from './flags.js';
import { UsageError } from './UsageError.js';

/** The flags that choose the CLI. */
export const cliFlags = {
  cli: { kind: 'text', value: 'path', help: 'Path of the CLI to run (default: search for it)' },
  simulate: {
    kind: 'optional',
    value: 'scenario',
    help: 'Run the built-in simulated CLI with a scenario: a name or a file',
  },
} as const satisfies Flags;

export async function cliOptions(values: FlagValues<typeof cliFlags>): Promise<Options> {
  const { cli, simulate } = values;
  if (simulate === undefined) return { pathToClaudeCodeExecutable: cli };
  if (cli !== undefined) {
    throw new UsageError('--cli and --simulate cannot be used together. Remove one of them.');
  }
  return {
    pathToClaudeCodeExecutable: simulatedCliPath,
    // Always set, so that a CLAUDE_ACTORS_SCENARIO in the environment has no effect.
    envMode: 'overlay',
    env: { CLAUDE_ACTORS_SCENARIO: simulate === true ? 'hello' : await scenarioFrom(simulate) },
  };
}

/** Returns a name unchanged, and a file as a full path: the CLI may run in another directory. */
async function scenarioFrom(given: string): Promise<string> {
  const names = Object.keys(scenarios);
  if (names.includes(given)) return given;
  if (!/[./\\]/.test(given)) {
    const meant = didYouMean(nearestName(given, names));
    throw new UsageError(
      `Unknown scenario "${given}".${meant} Use one of ${names.join(', ')}, or the path of a file.`,
    );
  }
  const path = resolve(given);
  // Only the simulated CLI imports a module, because importing it may have side effects.
  const readable = path.endsWith('.json') ? loadScenario(path) : access(path);
  await readable.catch((error: Error) => {
    const { message } = error.cause instanceof Error ? error.cause : error;
    throw new UsageError(
      `Could not read a scenario from ${path} (${message}). Use a JSON file, or a module whose default export is a scenario.`,
    );
  });
  return path;
}
