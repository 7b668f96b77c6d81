import {
  hidden,
  isCount,
  isOrdinaryWord,
  isSecretMap,
  isSecretName,
  looksRandom,
} from './secretNames.js';
import { scanText } from './secretScanner.js';

export interface RedactOptions {
  /** The values of its secret variables are hidden wherever they appear. */
  env?: Readonly<Record<string, string | undefined>>;
}

/** Replaces the secrets in a text by `[hidden]`. Their names stay. */
export function redact(text: string, { env }: RedactOptions = {}): string {
  return hideKnown(redactValue(text, 0), env);
}

/** Replaces the secrets in a command line by `[hidden]`. */
export function redactArgv(argv: readonly string[], { env }: RedactOptions = {}): string[] {
  return redactArguments(argv, 0).map((arg) => hideKnown(arg, env));
}

// Shorter values are often ordinary words. Hiding those would garble the text.
const minKnownLength = 6;

function hideKnown(text: string, env: RedactOptions['env'] = {}): string {
  const values = Object.entries(env)
    .filter(([name]) => isSecretName(name))
    // Output may show a single line of a multi-line key.
    .flatMap(([, value = '']) => [value, ...value.split(/\r?\n/).map((line) => line.trim())])
    .filter((value) => value.length >= minKnownLength)
    .filter((value) => !value.includes(hidden) && !hidden.includes(value))
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1)]);
  // The longest first, because one secret may be part of another.
  return [...new Set(values)]
    .sort((a, b) => b.length - a.length)
    .reduce((rest, value) => rest.replaceAll(value, () => hidden), text);
}

function redactArguments(argv: readonly string[], depth: number): string[] {
  return argv.map((arg, index) =>
    isValueOf(argv[index - 1], arg) ? hidden : redactArgument(arg, depth),
  );
}

/** Whether the previous element is the name of this value: a flag, or a header in a list of pairs. */
function isValueOf(before: unknown, value: unknown): boolean {
  if (typeof before !== 'string' || !/^[\w-]+$/.test(before) || !isSecretName(before)) return false;
  if (isCount(before, String(value))) return false;
  return before.startsWith('-') || !isOrdinaryWord(before);
}

const assignment = /^(-{0,2}[\w.-]+)(=|:\s*)/;

/** The values in `--flag=value`, `NAME=value` and `Header: value` extend to the end of the argument. */
function redactArgument(arg: string, depth: number): string {
  const match = assignment.exec(arg);
  const [head, name = '', separator] = match ?? [];
  if (head === undefined || head.length === arg.length) return redactValue(arg, depth);
  const rest = arg.slice(head.length);
  if (isSecretName(name)) {
    const isSecret =
      separator === '=' ? !isCount(name, rest) : !isOrdinaryWord(name) || looksRandom(rest);
    if (isSecret) return head + hidden;
  }
  // In `--header=X-Api-Key: abc` the value is itself an assignment.
  if (separator === '=' && name.startsWith('-')) {
    return head + redactArgument(rest, depth);
  }
  return redactValue(arg, depth);
}

const maxDepth = 64;

function redactValue(text: string, depth: number): string {
  return scanText(redactJsonText(text, depth) ?? text);
}

/** Parses JSON, so that its spacing and escapes do not matter. Undefined if nothing changes. */
function redactJsonText(text: string, depth: number): string | undefined {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    const before: unknown = JSON.parse(text);
    const after = redactJson(before, depth + 1);
    return after === before ? undefined : JSON.stringify(after);
  } catch {
    return undefined;
  }
}

/** Returns the same object if nothing in it is secret. */
function redactJson(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactValue(value, depth);
  if (typeof value !== 'object' || value === null) return value;
  // Deeper than any real configuration. Hide it rather than leave it unchecked.
  if (depth > maxDepth) return hidden;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown, index) => redactItem(value, item, index, depth + 1));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  const entries = Object.entries(value);
  const names = entries.filter(([key]) => /^(?:name|key|header|variable)$/i.test(key));
  const isPair = names.some(([, name]) => typeof name === 'string' && isSecretName(name));
  const redacted = entries.map(([key, item]) => {
    const secret = isSecretName(key) ? !holdsCounts(key, item) : isPair && /^value$/i.test(key);
    if (isSecretMap(key) && typeof item === 'object') return [key, hideValues(item)] as const;
    return [key, secret ? hideValue(item) : redactJson(item, depth + 1)] as const;
  });
  const same = redacted.every(([, item], index) => item === entries[index]?.[1]);
  return same ? value : Object.fromEntries(redacted);
}

function redactItem(
  list: readonly unknown[],
  item: unknown,
  index: number,
  depth: number,
): unknown {
  const before = list[index - 1];
  const pair = list.length === 2 && typeof before === 'string' && /^[\w-]+$/.test(before);
  if (isValueOf(before, item) || (pair && isSecretName(before) && !isCount(before, String(item)))) {
    return hideValue(item);
  }
  return typeof item === 'string' ? redactArgument(item, depth) : redactJson(item, depth);
}

/** Whether a plural name has a number as its value, or an object or list of numbers. */
function holdsCounts(name: string, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isCount(name, String(value));
  return isCount(name, '0') && !/["]/.test(JSON.stringify(Object.values(value)));
}

function hideValue(value: unknown): unknown {
  return value === '' || value === null || typeof value === 'boolean' ? value : hidden;
}

function hideValues(map: object | null): unknown {
  if (map === null || Array.isArray(map)) return hideValue(map);
  const entries = Object.entries(map).map(([key, item]) => [key, hideValue(item)] as const);
  const same = entries.every(([key, item]) => item === (map as Record<string, unknown>)[key]);
  return same ? map : Object.fromEntries(entries);
}
