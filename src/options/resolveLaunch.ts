import { buildArgv, type LaunchMode } from '../codec/buildArgv.js';
import type { FlagValue } from '../codec/encodeFlag.js';
import type { InitializeFields } from '../codec/requestsToCli.js';
import { checkOptions } from './checks/checkOptions.js';
import { invalidOption } from './invalidOption.js';
import { normalizeOptions, type OptionWarning } from './normalizeOptions.js';
import type { OptionRow } from './table/optionRow.js';
import { optionNames, optionTable } from './table/optionTable.js';
import type { OptionName, Options } from './types.js';

export interface ResolvedLaunch {
  argv: string[];
  /** Fields of the `initialize` request, without the hooks: the session assigns their ids. */
  initialize: InitializeFields;
  /** Environment variables to set for the CLI. */
  env: Record<string, string>;
  warnings: OptionWarning[];
}

interface DefinedOption {
  name: OptionName;
  row: OptionRow;
  value: unknown;
}

/** Turns options into a command line, the fields of `initialize` and environment variables. */
export function resolveLaunch(
  given: Options,
  mode: LaunchMode,
  platform: NodeJS.Platform,
): ResolvedLaunch {
  checkOptions(given);
  const { options, warnings } = normalizeOptions(given);
  const rows = definedOptions(options);
  if (mode === 'oneShot') assertOneShot(rows, options);
  else if (options.mode === 'oneShot') {
    throw invalidOption(
      'mode',
      "is 'oneShot', but this is a session. Use query() for a one-shot run.",
    );
  }
  const flags = rows.flatMap((option) => flagsOf(option, options, mode));
  return {
    argv: buildArgv({ mode, flags, platform }),
    initialize: mode === 'session' ? fieldsOf(rows, options) : {},
    env: variablesOf(rows, options),
    warnings,
  };
}

/** A query is a session, as in the official SDK, unless the caller asks for a one-shot run. */
export function chooseMode({ mode }: Options, prompt: unknown): LaunchMode {
  if (mode !== 'oneShot') return 'session';
  if (typeof prompt === 'string') return mode;
  throw invalidOption(
    'mode',
    "is 'oneShot', which takes a string as the prompt. Use `mode: 'session'` for an async iterable.",
  );
}

function definedOptions(options: Options): DefinedOption[] {
  return optionNames
    .map((name) => ({ name, row: optionTable[name], value: options[name] }))
    .filter(({ value }) => value !== undefined);
}

function isSessionOnly({ row, value }: DefinedOption, options: Options): boolean {
  if (row.needsSession) return row.needsSession(value, options);
  return Boolean(row.initialize && !row.flags) && !isOff(value);
}

function isOff(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === false || value === '';
}

/** Throws if one of the options only works in a session. */
function assertOneShot(rows: readonly DefinedOption[], options: Options): void {
  const [first, ...rest] = rows
    .filter((option) => isSessionOnly(option, options))
    .map(({ name }) => name);
  if (first === undefined) return;
  const others = rest.length > 0 ? ` (so do ${rest.join(', ')})` : '';
  throw invalidOption(first, `needs a session${others}. Use \`mode: 'session'\`.`);
}

function flagsOf(
  { name, row, value }: DefinedOption,
  options: Options,
  mode: LaunchMode,
): FlagValue[] {
  return (row.flags ?? [])
    .filter((flag) => {
      if (mode === 'oneShot' || !row.initialize) return true;
      return flag.alsoInSession || flag.isForSession?.(value);
    })
    .map((encoding) => ({
      option: name,
      encoding,
      value: encoding.from ? encoding.from(value, options) : value,
      whenTooLong: row.whenTooLong,
    }))
    .filter((flag) => flag.value !== undefined);
}

function fieldsOf(rows: readonly DefinedOption[], options: Options): InitializeFields {
  const fields: InitializeFields = {};
  for (const { row, value } of rows) {
    for (const { field, from } of row.initialize ?? []) {
      const content = from ? from(value, options) : value;
      if (content !== undefined) fields[field] = content;
    }
  }
  return fields;
}

function variablesOf(rows: readonly DefinedOption[], options: Options): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const { row, value } of rows) {
    const content = row.cliVariable?.from?.(value, options);
    if (row.cliVariable && content !== undefined) {
      variables[row.cliVariable.name] = String(content);
    }
  }
  return variables;
}
