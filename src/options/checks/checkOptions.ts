import { ClaudeActorsError } from '../../errors.js';
import { didYouMean, nearestName, normalizeName } from '../../util/nearestName.js';
import { isRecord, isString, isStringArray, isWholeNumber } from '../../util/typeGuards.js';
import { invalidOption, unknownOption } from '../invalidOption.js';
import type { OptionRow, ValueKind } from '../table/optionRow.js';
import { optionNames, optionTable } from '../table/optionTable.js';
import type { OptionName, Options } from '../types.js';
import { notOneOf } from './checkFields.js';
import { readGiven } from './readGiven.js';

/** Throws `InvalidOption` for an unknown name, or for a value its option does not accept. */
export function checkOptions(given: unknown): asserts given is Options {
  if (!isRecord(given)) {
    throw new ClaudeActorsError(
      'InvalidOption',
      'The options must be an object. Pass {} for none.',
    );
  }
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!isOptionName(name)) throw unknownName(name);
    checkValue(name, value);
  }
}

/** Throws `InvalidOption` for a value of the wrong type, and for what is wrong inside it. */
export function checkValue(option: OptionName, value: unknown): void {
  readGiven(option, () => checkReadable(option, value));
}

function checkReadable(option: OptionName, value: unknown): void {
  const row = optionTable[option];
  if (!row.type.some((kind) => kinds[kind].accepts(value, row))) {
    const { values = [] } = row;
    const isWord = row.type.includes('oneOf') && isString(value);
    const problem = isWord
      ? notOneOf(value, values)
      : `must be ${expected(row)}, but is ${describe(value, row)}.`;
    throw invalidOption(option, problem);
  }
  row.check?.(value);
}

interface Kind {
  /** Completes "must be …". */
  name: string;
  accepts(value: unknown, row: OptionRow): boolean;
}

const kinds: Readonly<Record<ValueKind, Kind>> = {
  string: { name: 'a string', accepts: isString },
  stringList: { name: 'an array of strings', accepts: isStringArray },
  boolean: { name: 'true or false', accepts: (value) => typeof value === 'boolean' },
  positiveInteger: {
    name: 'a positive whole number',
    accepts: (value) => isWholeNumber(value) && value > 0,
  },
  wholeNumber: { name: 'a whole number, 0 or more', accepts: isWholeNumber },
  positiveNumber: {
    name: 'a positive number',
    accepts: (value) => Number.isFinite(value) && (value as number) > 0,
  },
  oneOf: {
    name: 'one of',
    accepts: (value, { values = [] }) => isString(value) && values.includes(value),
  },
  record: { name: 'an object', accepts: isRecord },
  recordList: {
    name: 'an array of objects',
    accepts: (value) => Array.isArray(value) && value.every(isRecord),
  },
  function: { name: 'a function', accepts: (value) => typeof value === 'function' },
  object: { name: 'an object with methods', accepts: isRecord },
};

function expected({ type, values = [] }: OptionRow): string {
  return type
    .map((kind) => (kind === 'oneOf' ? `one of '${values.join("', '")}'` : kinds[kind].name))
    .join(' or ');
}

function describe(value: unknown, { type }: OptionRow): string {
  if (Array.isArray(value)) {
    const isList = type.includes('stringList') || type.includes('recordList');
    return isList ? 'an array with other elements' : 'an array';
  }
  if (value === null || typeof value === 'number') return String(value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** The error about a name that is not an option. */
export function unknownName(name: string): ClaudeActorsError {
  const nearest = didYouMean(nearestOption(name)) || 'Remove it.';
  return unknownOption(
    name,
    `${nearest} Pass CLI flags that have no option of their own in \`extraArgs\`.`,
  );
}

export function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(optionTable, name);
}

/** The option that a user who wrote an unknown name probably meant. */
export function nearestOption(name: string): OptionName | undefined {
  const normalized = normalizeName(name);
  if (Object.hasOwn(otherNames, normalized)) return otherNames[normalized];
  return nearestName(name, optionNames) as OptionName | undefined;
}

/** Names from other SDKs and older versions that are too different for `nearestName`. */
const otherNames: Readonly<Record<string, OptionName>> = {
  abortsignal: 'signal',
  adddir: 'addDirs',
  apikey: 'env',
  args: 'extraArgs',
  bypasspermissions: 'permissionMode',
  claudepath: 'pathToClaudeCodeExecutable',
  cliargs: 'extraArgs',
  clipath: 'pathToClaudeCodeExecutable',
  continueconversation: 'continue',
  customsystemprompt: 'systemPrompt',
  dangerouslyskippermissions: 'allowDangerouslySkipPermissions',
  debugstderr: 'stderr',
  environment: 'env',
  executablepath: 'pathToClaudeCodeExecutable',
  jsonschema: 'outputFormat',
  maxbuffersize: 'limits',
  mcpconfig: 'mcpConfigPath',
  onstderr: 'stderr',
  outputschema: 'outputFormat',
  pathtoclaudecode: 'pathToClaudeCodeExecutable',
  resumesession: 'resume',
  timeout: 'timeouts',
  timeoutms: 'timeouts',
  workdir: 'cwd',
  workingdirectory: 'cwd',
};
