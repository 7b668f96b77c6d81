import { invalidOption } from './invalidOption.js';
import type { OptionRow, ValueKind } from './optionRow.js';
import type { OptionName } from './types.js';

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((element) => typeof element === 'string');
}

export function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

interface Kind {
  /** Goes on from "must be". */
  name: string;
  accepts(value: unknown, row: OptionRow): boolean;
}

const kinds: Readonly<Record<ValueKind, Kind>> = {
  string: { name: 'a string', accepts: (value) => typeof value === 'string' },
  stringList: { name: 'a list of strings', accepts: isTextList },
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
    accepts: (value, { values = [] }) => typeof value === 'string' && values.includes(value),
  },
  record: { name: 'an object', accepts: isRecord },
  recordList: {
    name: 'a list of objects',
    accepts: (value) => Array.isArray(value) && value.every(isRecord),
  },
  function: { name: 'a function', accepts: (value) => typeof value === 'function' },
  object: { name: 'an object with methods', accepts: isRecord },
};

/** Throws `InvalidOption` for a value that is of none of the row's kinds. */
export function checkValue(option: OptionName, row: OptionRow, value: unknown): void {
  if (row.type.some((kind) => kinds[kind].accepts(value, row))) return;
  throw invalidOption(option, `must be ${expected(row)}, and is ${describe(value)}.`);
}

function expected({ type, values = [] }: OptionRow): string {
  return type
    .map((kind) => (kind === 'oneOf' ? `one of '${values.join("', '")}'` : kinds[kind].name))
    .join(' or ');
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number') return `the number ${value}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
