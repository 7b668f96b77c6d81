import { buildArgv, type LaunchMode } from '../codec/buildArgv.js';
import type { FlagValue } from '../codec/encodeFlag.js';
import type { InitializeFields } from '../codec/requestsToCli.js';
import { checkOptions } from './checkOptions.js';
import { invalidOption } from './invalidOption.js';
import type { OptionRow } from './optionRow.js';
import { type OptionWarning, settleOptions } from './settleOptions.js';
import { optionNames, optionTable } from './table.js';
import type { OptionName, Options } from './types.js';

export interface Launch {
  argv: string[];
  /** For the `initialize` request; the hooks, whose ids the session gives, are not in it. */
  initialize: InitializeFields;
  /** Environment variables to set for the CLI. */
  env: Record<string, string>;
  warnings: OptionWarning[];
  /** The options that only a session can give. */
  needsSession: OptionName[];
}

interface SetOption {
  name: OptionName;
  row: OptionRow;
  value: unknown;
}

/** The command line, the handshake and the environment that a set of options comes to. */
export function resolveLaunch(
  given: Options,
  mode: LaunchMode,
  prompt: string | undefined,
  platform: NodeJS.Platform,
): Launch {
  checkOptions(given);
  const { options, warnings } = settleOptions(given);
  const rows = setOptions(options);
  const needsSession = needingSession(rows, options);
  if (mode === 'oneShot') assertOneShot(needsSession);
  else if (options.mode === 'oneShot') {
    throw invalidOption('mode', "is 'oneShot', and this is a session. Use query() for one run.");
  }
  const flags = rows.flatMap((set) => flagsOf(set, options, mode));
  return {
    argv: buildArgv({ mode, flags, prompt, platform }),
    initialize: mode === 'session' ? fieldsOf(rows, options) : {},
    env: variablesOf(rows, options),
    warnings,
    needsSession,
  };
}

/** The options among these that only a session can give. */
export function optionsForSession(given: Options): OptionName[] {
  checkOptions(given);
  const { options } = settleOptions(given);
  return needingSession(setOptions(options), options);
}

function needingSession(rows: readonly SetOption[], options: Options): OptionName[] {
  return rows.filter((set) => isForSession(set, options)).map(({ name }) => name);
}

function setOptions(options: Options): SetOption[] {
  return optionNames
    .map((name) => ({ name, row: optionTable[name], value: options[name] }))
    .filter(({ value }) => value !== undefined);
}

function isForSession({ row, value }: SetOption, options: Options): boolean {
  if (row.needsSession) return row.needsSession(value, options);
  return Boolean(row.initialize && !row.flags) && !isOff(value);
}

function isOff(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === false || value === '';
}

function assertOneShot([first, ...rest]: readonly OptionName[]): void {
  if (first === undefined) return;
  const others = rest.length > 0 ? ` (so do ${rest.join(', ')})` : '';
  throw invalidOption(first, `needs a session${others}. Use mode: 'session' or 'auto'.`);
}

function flagsOf({ name, row, value }: SetOption, options: Options, mode: LaunchMode): FlagValue[] {
  return (row.flags ?? [])
    .filter((flag) => mode === 'oneShot' || !row.initialize || flag.always)
    .map((encoding) => ({
      option: name,
      encoding,
      value: encoding.from ? encoding.from(value, options) : value,
      whenTooLong: row.whenTooLong,
    }))
    .filter((flag) => flag.value !== undefined);
}

function fieldsOf(rows: readonly SetOption[], options: Options): InitializeFields {
  const fields: InitializeFields = {};
  for (const { row, value } of rows) {
    for (const { field, from } of row.initialize ?? []) {
      const content = from ? from(value, options) : value;
      if (content !== undefined) fields[field] = content;
    }
  }
  return fields;
}

function variablesOf(rows: readonly SetOption[], options: Options): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const { row, value } of rows) {
    const content = row.childVariable?.from?.(value, options);
    if (row.childVariable && content !== undefined) {
      variables[row.childVariable.name] = String(content);
    }
  }
  return variables;
}
