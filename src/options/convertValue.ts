import { isRecord, isString } from '../util/typeGuards.js';
import { optionTable } from './table/optionTable.js';
import type { OptionName } from './types.js';

/** What is made of a value: another one, or nothing. */
export type Conversion = { value: unknown } | 'ignored';

/**
 * What the official SDK's `query()` makes of a value that an option does not accept. Programs rely on
 * it: they pass `maxTurns: '3'` from the command line, or `maxTurns: 0` for no limit. Undefined if
 * there is nothing sensible to make of it, as of a hook that is not a function.
 */
export function convertValue(option: OptionName, value: unknown): Conversion | undefined {
  const convert = ofOption[option];
  if (convert) return convert(value);
  const { type } = optionTable[option];
  if (type.includes('stringList') && Array.isArray(value)) return { value: value.filter(Boolean) };
  if (type.includes('boolean')) return { value: Boolean(value) };
  if (type.includes('oneOf') && value === '') return 'ignored';
  if (type.includes('positiveInteger')) return count(value) ?? unlimited(value) ?? whole(value);
  if (type.includes('wholeNumber')) return count(value) ?? whole(value);
  return type.includes('positiveNumber') ? count(value) : undefined;
}

const ofOption: {
  readonly [Name in OptionName]?: (value: unknown) => Conversion | undefined;
} = {
  // Lifts a restriction, so it must be meant.
  allowDangerouslySkipPermissions: () => undefined,
  cwd: (value) => pathOfUrl(value),
  sessionId: (value) => (value === '' ? 'ignored' : undefined),
  outputFormat: (value) => {
    const hasSchema =
      isRecord(value) && value.type === 'json_schema' && (value.schema ?? null) !== null;
    return isRecord(value) && !hasSchema ? 'ignored' : undefined;
  },
  env: (value) =>
    mapEntries(value, (variable) => [variable === undefined ? variable : String(variable)]),
  extraArgs: (value) =>
    mapEntries(value, (flag) => {
      if (flag === undefined || flag === false) return [];
      if (flag === true) return [null];
      return [typeof flag === 'number' ? String(flag) : flag];
    }),
};

/** A directory as `new URL('.', import.meta.url)` has it, which child_process takes too. */
function pathOfUrl(value: unknown): Conversion | undefined {
  const { protocol, host, pathname } = (value ?? {}) as Partial<URL>;
  if (protocol !== 'file:' || host !== '' || !isString(pathname)) return undefined;
  const path = decodeURIComponent(pathname);
  // A drive of Windows.
  return { value: /^\/[a-z]:/i.test(path) ? path.slice(1) : path };
}

/** A number that was written as text. */
function count(value: unknown): Conversion | undefined {
  const isNumber = isString(value) && value.trim() !== '' && Number.isFinite(Number(value));
  return isNumber ? { value: Number(value) } : undefined;
}

/** What the CLI makes of a fraction: it counts up to the next whole number. */
function whole(value: unknown): Conversion | undefined {
  const isFraction = typeof value === 'number' && value > 0 && Number.isFinite(value);
  return isFraction ? { value: Math.ceil(value) } : undefined;
}

/** Ways to write "no limit". */
function unlimited(value: unknown): Conversion | undefined {
  const isLimit = typeof value === 'number' ? value > 0 && Number.isFinite(value) : value !== '';
  return isLimit ? undefined : 'ignored';
}

/** `change` returns the new value of an entry in a list, or an empty list to remove it. */
function mapEntries(
  value: unknown,
  change: (entry: unknown) => [unknown?],
): Conversion | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).flatMap(([name, entry]) =>
    change(entry).map((changed) => [name, changed] as const),
  );
  return { value: Object.fromEntries(entries) };
}

/** Lists of rules, which the CLI splits at commas and spaces outside parentheses. */
export const ruleLists: readonly OptionName[] = ['allowedTools', 'disallowedTools', 'tools'];

/** Each rule as an element of its own, as the CLI reads them: `['Read, Edit']` is two. */
export function splitRules(rules: readonly string[]): string[] {
  return rules.flatMap((rule) => rule.match(/(?:\([^)]*\)?|[^\s,(])+/g) ?? []);
}
