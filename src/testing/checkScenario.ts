import { checkKeys } from '../options/checks/checkFields.js';
import { invalidOption } from '../options/invalidOption.js';
import { isRecord } from '../util/typeGuards.js';
import type { AgentStep, CliVersion, Faults, Scenario, Step, ToolStep } from './scenario.js';
import { startFailures } from './startFailure.js';

type KeysOf<Union> = Union extends unknown ? keyof Union : never;
type Kind = 'string' | 'number' | 'boolean' | 'object' | 'steps' | 'tools';

/** The type of each field of a step. A name means the same in every kind of step. */
const fields: Record<KeysOf<Step>, Kind> = {
  text: 'string',
  thinking: 'string',
  tool: 'string',
  agent: 'string',
  parallel: 'tools',
  stop: 'boolean',
  apiError: 'object',
  wait: 'number',
  stderr: 'string',
  garbage: 'string',
  halfLine: 'string',
  frame: 'object',
  exit: 'number',
  crash: 'string',
  silence: 'boolean',
  closeStdin: 'boolean',
  closeStdout: 'boolean',
  input: 'object',
  id: 'string',
  result: 'string',
  error: 'string',
  takes: 'number',
  afterwards: 'steps',
  prompt: 'string',
  type: 'string',
  background: 'boolean',
  isolated: 'boolean',
  steps: 'steps',
};

const toolFields = Object.keys({
  tool: 0,
  input: 0,
  id: 0,
  result: 0,
  error: 0,
  takes: 0,
  afterwards: 0,
} satisfies Record<keyof ToolStep, 0>);

const agentFields = Object.keys({
  agent: 0,
  prompt: 0,
  type: 0,
  id: 0,
  background: 0,
  isolated: 0,
  takes: 0,
  steps: 0,
  afterwards: 0,
} satisfies Record<keyof AgentStep, 0>);

/** Steps that consist of one field. */
const singleFields = Object.keys({
  text: 0,
  thinking: 0,
  parallel: 0,
  stop: 0,
  apiError: 0,
  wait: 0,
  stderr: 0,
  garbage: 0,
  halfLine: 0,
  frame: 0,
  exit: 0,
  crash: 0,
  silence: 0,
  closeStdin: 0,
  closeStdout: 0,
} satisfies Record<Exclude<KeysOf<Step>, keyof ToolStep | keyof AgentStep>, 0>);

/** For each kind of step, by the field that identifies it: all fields it may have. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  tool: toolFields,
  agent: agentFields,
  ...Object.fromEntries(singleFields.map((name) => [name, [name]])),
};

const faults: Record<keyof Faults, Kind> = {
  failsToStart: 'string',
  exitAtStart: 'object',
  versionText: 'string',
  initializeError: 'string',
  initializeSilence: 'boolean',
  ignoreSigterm: 'boolean',
  ignoreEndOfInput: 'boolean',
  neverReads: 'boolean',
  holdsStdout: 'number',
  splitEvery: 'number',
  slowOutput: 'number',
};

const parts = Object.keys({
  version: 0,
  model: 0,
  tools: 0,
  turns: 0,
  files: 0,
  tokens: 0,
  faults: 0,
} satisfies Record<keyof Scenario, 0>);

const versions = Object.keys({ '2.1.325': 0, '2.1.197': 0 } satisfies Record<CliVersion, 0>);

/** Throws `InvalidOption` with the place and a suggestion. A scenario is often hand-written JSON. */
export function checkScenario(scenario: unknown): asserts scenario is Scenario {
  checkKeys('scenario', scenario, parts);
  const given = scenario as Record<keyof Scenario, unknown>;
  oneOf('scenario.version', given.version, versions);
  oneOf('scenario.model', given.model, ['script', 'api']);
  oneOf('scenario.tools', given.tools, ['memory', 'real']);
  if (given.files !== undefined) checkKind('scenario.files', given.files, 'object');
  if (given.tokens !== undefined) checkKeys('scenario.tokens', given.tokens, ['length', 'every']);
  if (given.faults !== undefined) {
    checkKeys('scenario.faults', given.faults, Object.keys(faults));
    checkFields('scenario.faults', given.faults as object, faults);
    const { failsToStart } = given.faults as Faults;
    oneOf('scenario.faults.failsToStart', failsToStart, startFailures);
  }
  if (given.turns === undefined) return;
  const turns = listAt('scenario.turns', given.turns, 'a list of turns, each a list of steps');
  for (const [index, turn] of turns.entries()) checkSteps(`scenario.turns[${index}]`, turn);
}

function checkSteps(path: string, steps: unknown, known = Object.keys(kinds)): void {
  const list = listAt(path, steps, 'a list of steps');
  for (const [index, step] of list.entries()) checkStep(`${path}[${index}]`, step, known);
}

function checkStep(path: string, step: unknown, known: readonly string[]): void {
  const kind = isRecord(step) ? known.find((name) => step[name] !== undefined) : undefined;
  if (kind === undefined) {
    checkKeys(path, step, known);
    throw invalidOption(path, `must be a step, with one of the fields ${known.join(', ')}.`);
  }
  checkKeys(path, step, kinds[kind] ?? []);
  checkFields(path, step as object, fields);
}

function checkFields(path: string, value: object, table: Readonly<Record<string, Kind>>): void {
  for (const [name, field] of Object.entries(value)) {
    const kind = table[name];
    if (kind !== undefined && field !== undefined) checkKind(`${path}.${name}`, field, kind);
  }
}

function checkKind(path: string, value: unknown, kind: Kind): void {
  if (kind === 'steps') checkSteps(path, value);
  else if (kind === 'tools') checkSteps(path, value, ['tool', 'agent']);
  else if (kind === 'object' ? !isRecord(value) : typeof value !== kind) {
    throw invalidOption(path, `must be ${kind === 'object' ? 'an object' : `a ${kind}`}.`);
  }
}

function oneOf(path: string, value: unknown, known: readonly string[]): void {
  if (value === undefined || known.includes(value as string)) return;
  throw invalidOption(path, `must be one of ${known.join(', ')}.`);
}

function listAt(path: string, value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw invalidOption(path, `must be ${what}.`);
  return value;
}
