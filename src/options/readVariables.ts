import { ClaudeActorsError } from '../errors.js';
import { checkOutsideFlags } from './checkOutsideFlags.js';
import { checkValue, isRecord } from './checkValue.js';
import type { OptionRow, ValueKind } from './optionRow.js';
import { optionNames, optionTable } from './table.js';
import type { OptionName, Options } from './types.js';

export type Variables = Readonly<Record<string, string | undefined>>;

/** The options that the environment sets. An empty variable sets nothing. */
export function readVariables(env: Variables): Options {
  const set = optionNames.flatMap((name) => {
    const row = optionTable[name];
    const text = row.variable === undefined ? undefined : env[row.variable];
    return text ? [[name, readVariable(name, row, text)] as const] : [];
  });
  return Object.fromEntries(set);
}

function readVariable(name: OptionName, row: OptionRow, text: string): unknown {
  try {
    const value = parse(row, text.trim());
    checkValue(name, row, value);
    row.check?.(value);
    if (name === 'extraArgs') checkOutsideFlags(value as NonNullable<Options['extraArgs']>);
    return value;
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new ClaudeActorsError(
      'InvalidOption',
      `The environment variable ${row.variable} cannot be used: ${problem} Correct ${row.variable}, or unset it.`,
      { option: name },
      { cause },
    );
  }
}

/** The first kind of the row that text can be; where none fits, the text, which is then refused. */
function parse(row: OptionRow, text: string): unknown {
  for (const kind of row.type) {
    const value = parsers[kind]?.(text, row);
    if (value !== undefined) return value;
  }
  return text;
}

type Parser = (text: string, row: OptionRow) => unknown;

const parsers: Readonly<Partial<Record<ValueKind, Parser>>> = {
  string: (text) => text,
  oneOf: (text) => text,
  boolean: (text) => booleans.get(text.toLowerCase()),
  positiveInteger: parseNumber,
  wholeNumber: parseNumber,
  positiveNumber: parseNumber,
  stringList: parseList,
  record: (text) => {
    const value = parseJson(text);
    return isRecord(value) ? value : undefined;
  },
};

const booleans = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Plain decimals only: `Number` would take `0x10` and `1e3` as well. */
function parseNumber(text: string): number | undefined {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** `a,b`, or a JSON list for elements that hold commas. */
function parseList(text: string): unknown {
  if (text.startsWith('[')) return parseJson(text);
  return text
    .split(',')
    .map((element) => element.trim())
    .filter((element) => element !== '');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
