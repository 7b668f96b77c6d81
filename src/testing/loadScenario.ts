import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ClaudeActorsError } from '../errors.js';
import { checkScenario } from './checkScenario.js';
import type { Scenario } from './scenario.js';
import { scenarios } from './scenarios.js';

/**
 * Loads a scenario by its built-in name, or from a file: JSON, or a module whose default export is a
 * scenario. Rejects with `InvalidOption` if there is none.
 */
export async function loadScenario(name = 'hello'): Promise<Scenario> {
  if (Object.hasOwn(scenarios, name)) return scenarios[name as keyof typeof scenarios];
  if (!/[./\\]/.test(name)) throw unusable(name, undefined);
  const path = resolve(name);
  try {
    const scenario = await read(path);
    checkScenario(scenario);
    return scenario;
  } catch (cause) {
    throw unusable(name, cause);
  }
}

async function read(path: string): Promise<unknown> {
  if (path.endsWith('.json')) return JSON.parse(await readFile(path, 'utf8'));
  return ((await import(pathToFileURL(path).href)) as { default?: unknown }).default;
}

function unusable(name: string, cause: unknown): ClaudeActorsError {
  const known = Object.keys(scenarios).join(', ');
  const why = cause instanceof ClaudeActorsError ? ` ${cause.message}` : '';
  const message = `No scenario can be read from "${name}".${why} Set CLAUDE_ACTORS_SCENARIO to a built-in scenario (${known}), a JSON file, or a module whose default export is a scenario.`;
  return new ClaudeActorsError(
    'InvalidOption',
    message,
    { option: 'CLAUDE_ACTORS_SCENARIO' },
    { cause },
  );
}
