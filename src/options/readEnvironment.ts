import { ClaudeActorsError } from '../errors.js';
import { isRecord } from '../util/typeGuards.js';
import { checkExternalFlags } from './checks/bypassChecks.js';
import { checkValue } from './checks/checkOptions.js';
import type { Content } from './runtimeTypes.js';
import type { OptionRow, ValueKind } from './table/optionRow.js';
import { optionNames, optionTable } from './table/optionTable.js';
import type { OptionName, Options } from './types.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The options that environment variables set. An empty variable counts as unset. */
export function readEnvironment(env: Environment): Options {
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
    checkValue(name, value);
    if (name === 'extraArgs') checkExternalFlags(value as NonNullable<Options['extraArgs']>);
    return value;
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new ClaudeActorsError(
      'InvalidOption',
      `The environment variable ${row.variable} is invalid: ${problem} Correct ${row.variable}, or unset it.`,
      { option: name },
      { cause },
    );
  }
}

/** Parses text as the first kind of value that fits. If none does, `checkValue` rejects the text. */
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

/** Plain decimals only: `Number` would also accept `0x10` and `1e3`. */
function parseNumber(text: string): number | undefined {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** `a,b`, or a JSON array if elements contain commas. */
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

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * The inspector page that an environment variable names: `page` for a page of this process, or the
 * address that `claude-actors inspect` printed. Other machines are refused, so that no session is
 * reported over the network.
 */
export function readInspectorPage(
  variable: string,
  value: string,
): { url?: string; content: Content } {
  if (value === 'page') return { content: 'hidden' };
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== 'http:' || !loopbackHosts.has(url.hostname)) {
    throw new ClaudeActorsError(
      'InvalidOption',
      `The environment variable ${variable} must be 'page', or the local address that \`claude-actors inspect\` prints. Correct ${variable}, or unset it.`,
      { option: 'inspect' },
    );
  }
  const content = url.searchParams.get('content') === 'shown' ? 'shown' : 'hidden';
  return { url: `${url.origin}${url.pathname.replace(/\/?$/, '/')}`, content };
}
