import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CliVersion, Scenario } from '../../src/testing/scenario.js';
import { compiledSources } from './buildSources.js';

const scenarios = fileURLToPath(new URL('../../.cache/scenarios/', import.meta.url));

/** The simulated CLI of a version, its model played by the API of the test, its tools real. */
export function simulatedCli(version: CliVersion): { path: string; env: Record<string, string> } {
  const scenarioFile = join(scenarios, `${version}.json`);
  const scenario: Scenario = { version, model: 'api', tools: 'real' };
  mkdirSync(scenarios, { recursive: true });
  // Renamed into place: a CLI of another worker may be reading it.
  const draft = `${scenarioFile}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(scenario));
  renameSync(draft, scenarioFile);
  return {
    path: join(compiledSources(), 'src/testing/simulatedCli.js'),
    env: { CLAUDE_ACTORS_SCENARIO: scenarioFile },
  };
}
