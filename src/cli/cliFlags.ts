import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Options } from '../options/types.js';
import { loadScenario } from '../testing/loadScenario.js';
import { scenarios } from '../testing/scenarios.js';
import { simulatedCliPath } from '../testing/simulatedCliPath.js';
import { didYouMean, nearestName } from '../util/nearestName.js';
import type { Flags, FlagValues } from './flags.js';
import { UsageError } from './UsageError.js';

/** Which CLI a command talks to. */
export const cliFlags = {
  cli: { kind: 'text', value: 'path', help: 'The CLI to run, instead of the one that is found' },
  simulate: {
    kind: 'optional',
    value: 'scenario',
    help: 'Runs the built-in simulated CLI: a scenario by name, or a file with one',
  },
} as const satisfies Flags;

export async function cliOptions(values: FlagValues<typeof cliFlags>): Promise<Options> {
  const { cli, simulate } = values;
  if (simulate === undefined) return { pathToClaudeCodeExecutable: cli };
  if (cli !== undefined) {
    throw new UsageError('--cli and --simulate name two different CLIs. Leave one of them out.');
  }
  return {
    pathToClaudeCodeExecutable: simulatedCliPath,
    // Nothing said: not what the environment happens to hold either.
    env: { CLAUDE_ACTORS_SCENARIO: simulate === true ? 'hello' : await scenarioAt(simulate) },
  };
}

/** A name as it is, a file by its full path: the CLI may run in another directory. */
async function scenarioAt(given: string): Promise<string> {
  const names = Object.keys(scenarios);
  if (names.includes(given)) return given;
  if (!/[./\\]/.test(given)) {
    const meant = didYouMean(nearestName(given, names));
    throw new UsageError(
      `There is no scenario "${given}".${meant} There are ${names.join(', ')}; or give the path of a file.`,
    );
  }
  const path = resolve(given);
  // A module is left to the CLI: it may do what only its own process should.
  const look = path.endsWith('.json') ? loadScenario(path) : access(path);
  await look.catch((error: Error) => {
    const { message } = error.cause instanceof Error ? error.cause : error;
    throw new UsageError(
      `No scenario can be read from ${path} (${message}). Give a JSON file, or a module whose default export is a scenario.`,
    );
  });
  return path;
}
