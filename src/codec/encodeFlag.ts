import { ClaudeActorsError } from '../errors.js';

/** How a value becomes arguments. It always follows a `=`, so it can never be read as a flag. */
export type FlagEncoding =
  /** `--flag=text`. Here and below, empty text is left out unless `keepEmpty` is set. */
  | { kind: 'value'; flag: string; keepEmpty?: true }
  /** `--flag` when true. */
  | { kind: 'switch'; flag: string }
  /** `--flag` when false. */
  | { kind: 'switchOff'; flag: string }
  /** `--flag=a,b`. An empty list is left out unless `keepEmpty` is set. */
  | { kind: 'list'; flag: string; keepEmpty?: true }
  /** `--flag=a --flag=b`. */
  | { kind: 'repeat'; flag: string }
  /** `--flag={"a":1}`; a string goes as it is. */
  | { kind: 'json'; flag: string }
  /** Pairs of flag name and value, or null for a switch: `--a=1 --b`. */
  | { kind: 'pairs' };

export interface FlagValue {
  /** Named in errors. */
  option: string;
  encoding: FlagEncoding;
  value: unknown;
  /** What to do when the value does not fit on a command line. */
  whenTooLong?: string;
}

/** The flags that decide what the CLI speaks, with the only value that each may have. */
const protocolFlags: ReadonlyMap<string, string> = new Map([
  ['print', ''],
  ['output-format', 'stream-json'],
  ['input-format', 'stream-json'],
]);

export function encodeFlag({ option, encoding, value }: FlagValue): string[] {
  switch (encoding.kind) {
    case 'value': {
      const text = asText(option, value);
      return text === '' && !encoding.keepEmpty ? [] : [`--${encoding.flag}=${text}`];
    }
    case 'switch':
      return asBoolean(option, value) ? [`--${encoding.flag}`] : [];
    case 'switchOff':
      return asBoolean(option, value) ? [] : [`--${encoding.flag}`];
    case 'list': {
      const elements = asList(option, value).map((element) => asListElement(option, element));
      if (elements.length === 0 && !encoding.keepEmpty) return [];
      return [`--${encoding.flag}=${elements.join(',')}`];
    }
    case 'repeat':
      return asList(option, value)
        .map((element) => asText(option, element))
        .filter((text) => text !== '')
        .map((text) => `--${encoding.flag}=${text}`);
    case 'json': {
      const text = typeof value === 'string' ? value : asJson(option, value);
      return text === '' ? [] : [`--${encoding.flag}=${text}`];
    }
    case 'pairs':
      return asList(option, value).flatMap((pair) => encodePair(option, pair));
  }
}

function encodePair(option: string, pair: unknown): string[] {
  const [name, value] = Array.isArray(pair) ? pair : [];
  if (typeof name !== 'string' || !/^[A-Za-z][A-Za-z0-9-]*$/.test(name)) {
    throw invalidFlag(
      option,
      `has the flag name ${JSON.stringify(name)}. Use letters, digits and dashes, without leading dashes.`,
    );
  }
  const format = protocolFlags.get(name);
  if (format !== undefined) {
    // It is set already.
    if ((value ?? '') === format) return [];
    throw invalidFlag(
      option,
      `must not set --${name}: claude-actors could not read the output. Remove it.`,
    );
  }
  if (value === null) return [`--${name}`];
  // As in the official SDK: a switch does not take it, and to any other flag it is a value.
  return value === '' ? [`--${name}`, ''] : [`--${name}=${asText(option, value)}`];
}

function asText(option: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw invalidFlag(option, `must be a string or a number, but is ${nameType(value)}.`);
}

function asBoolean(option: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw invalidFlag(option, `must be true or false, but is ${nameType(value)}.`);
}

function asList(option: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw invalidFlag(option, `must be an array, but is ${nameType(value)}.`);
}

/**
 * The CLI splits the list at commas and spaces outside parentheses; parentheses do not nest. An
 * element that it splits becomes rules that nobody wrote. An element with an open parenthesis
 * swallows the rules after it: `['Bash(', 'Write']` as a deny list denies nothing.
 */
function asListElement(option: string, value: unknown): string {
  const text = asText(option, value);
  let inside = false;
  let whole = text.trim() !== '';
  for (const char of text.trim()) {
    if (char === '(') inside = true;
    else if (char === ')') inside = false;
    else if ((char === ',' || char === ' ') && !inside) whole = false;
  }
  if (whole && !inside) return text;
  throw invalidFlag(
    option,
    `has the element ${JSON.stringify(text)}, which the CLI would split or misread. Make each rule an element of its own, or put a rule with such text into \`permissions\` in \`settings\`.`,
  );
}

function asJson(option: string, value: unknown): string {
  let cause: unknown;
  try {
    const text: string | undefined = JSON.stringify(value);
    if (text !== undefined) return text;
  } catch (error) {
    cause = error;
  }
  throw invalidFlag(option, 'cannot be written as JSON. Pass plain data.', cause);
}

function nameType(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}

/** `problem` completes the sentence "Option `name` …" and ends with what to do. */
export function invalidFlag(option: string, problem: string, cause?: unknown): ClaudeActorsError {
  return new ClaudeActorsError(
    'InvalidOption',
    `Option \`${option}\` ${problem}`,
    { option },
    { cause },
  );
}
