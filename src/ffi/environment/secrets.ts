import { hidden, isSecretName } from './secretNames.js';
import { scanText } from './secretScanner.js';

export interface RedactOptions {
  /** Values of its secret variables are hidden wherever they stand. */
  env?: Readonly<Record<string, string | undefined>>;
}

/** The text with its secrets replaced by `[hidden]`; their names stay. */
export function redact(text: string, { env }: RedactOptions = {}): string {
  return hideKnown(redactValue(text, 0), env);
}

/** A command line that may be shown. */
export function redactArgv(argv: readonly string[], { env }: RedactOptions = {}): string[] {
  return redactArguments(argv, 0).map((arg) => hideKnown(arg, env));
}

// Shorter values are ordinary words, and hiding them would garble the text.
const knownLength = 8;

function hideKnown(text: string, env: RedactOptions['env'] = {}): string {
  const values = Object.entries(env)
    .filter(([name]) => isSecretName(name))
    .map(([, value]) => value ?? '')
    .filter((value) => value.length >= knownLength && !value.includes(hidden))
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1)]);
  // The longest first: one secret may be a part of another.
  return [...new Set(values)]
    .sort((a, b) => b.length - a.length)
    .reduce((rest, value) => rest.replaceAll(value, () => hidden), text);
}

function redactArguments(argv: readonly string[], depth: number): string[] {
  return argv.map((arg, index) => {
    const before = argv[index - 1];
    // A flag whose value is the next argument.
    if (before !== undefined && /^--?[\w-]+$/.test(before) && isSecretName(before)) return hidden;
    return redactArgument(arg, depth);
  });
}

const assignment = /^(-{0,2}[\w.-]+)(=|:\s*)/;

/** `--flag=value`, `NAME=value` and `Header: value` end where the argument ends. */
function redactArgument(arg: string, depth: number): string {
  const match = assignment.exec(arg);
  const [head, name = '', separator] = match ?? [];
  if (head === undefined || head.length === arg.length) return redactValue(arg, depth);
  if (isSecretName(name, separator === '=' ? 'structure' : 'prose')) return head + hidden;
  // Of `--header=X-Api-Key: abc` the value is an assignment itself.
  if (separator === '=' && name.startsWith('-')) {
    return head + redactArgument(arg.slice(head.length), depth);
  }
  return redactValue(arg, depth);
}

const deepest = 64;

function redactValue(text: string, depth: number): string {
  return scanText(redactJsonText(text, depth) ?? text);
}

/** JSON is read as such, whatever its spacing and escapes; undefined where there is nothing to change. */
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

/** The same value where nothing in it is secret. */
function redactJson(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactValue(value, depth);
  if (typeof value !== 'object' || value === null) return value;
  // Deeper than any real configuration: hidden as a whole rather than left unread.
  if (depth > deepest) return hidden;
  if (Array.isArray(value)) {
    const items = value.every((item) => typeof item === 'string')
      ? redactArguments(value, depth + 1)
      : value.map((item) => redactJson(item, depth + 1));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  const entries = Object.entries(value);
  const redacted = entries.map(
    ([key, item]) =>
      [key, isSecretName(key) ? hideValue(item) : redactJson(item, depth + 1)] as const,
  );
  const same = redacted.every(([, item], index) => item === entries[index]?.[1]);
  return same ? value : Object.fromEntries(redacted);
}

function hideValue(value: unknown): unknown {
  return value === '' || value === null || typeof value === 'boolean' ? value : hidden;
}
