import { secretLimits } from '../defaults/secretLimits.js';
import { type Cut, knownSecrets } from './KnownSecrets.js';
import {
  hidden,
  isCount,
  isOrdinaryWord,
  isSecretMap,
  isSecretName,
  looksRandom,
} from './secretNames.js';
import { scanSteps } from './secretScanner.js';

/**
 * Replaces the secrets in a text by `[hidden]`: what has a secret's name or shape, and the values of
 * secret variables, wherever they appear. Names stay. The cost is linear.
 */
export function redact(text: string, cut?: Cut): string {
  if (text.length < longText) return runToEnd(redactSteps(text, cut));
  if (cut === undefined && isRedacted(text)) return text;
  const redacted = runToEnd(redactSteps(text, cut));
  redactedTexts.add(redacted);
  if (redactedTexts.size > keptTexts) redactedTexts.delete([...redactedTexts][0] as string);
  return redacted;
}

const { longText, keptTexts, depth: maxDepth, jsonLevels } = secretLimits;

/**
 * The last long results. When a process dies, the same stderr goes into the errors of thousands of
 * turns, and each of them would search it again.
 */
const redactedTexts = new Set<string>();
let redactedRevision = 0;

function isRedacted(text: string): boolean {
  if (redactedRevision !== knownSecrets.revision) redactedTexts.clear();
  redactedRevision = knownSecrets.revision;
  return redactedTexts.has(text);
}

/** Like `redact`, for long texts: yields now and then, so that the caller can let others work. */
export function* redactSteps(text: string, cut?: Cut): Generator<void, string> {
  return yield* redactValue(knownSecrets.hide(text, cut), 0, 0);
}

/** The start of a text, without its secrets. A secret is not cut in half. */
export function excerpt(text: string, length: number): string {
  const window = text.slice(0, length + knownSecrets.longest);
  const shown = redact(window, { cutEnd: window.length < text.length });
  const isCut = window.length < text.length || shown.length > length;
  return isCut ? `${shown.slice(0, length)}…` : shown;
}

/** Replaces the secrets in a command line by `[hidden]`. */
export function redactArgv(argv: readonly string[]): string[] {
  return argv.map((arg, index) => {
    const known = knownSecrets.hide(arg);
    return isValueOf(argv[index - 1], arg) ? hidden : runToEnd(redactArgument(known, 0, 0));
  });
}

function runToEnd<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Whether the previous element is the name of this value: a flag, or a header in a list of pairs. */
function isValueOf(before: unknown, value: unknown): boolean {
  if (typeof before !== 'string' || !plainName.test(before) || !isSecretName(before)) return false;
  if (isCount(before, String(value))) return false;
  return before.startsWith('-') || !isOrdinaryWord(before);
}

// Bounded, as every pattern here: V8 throws if it has to step back over millions of characters.
const assignment = /(-{0,2}[\w.-]{1,256})(=|:\s{0,256})/y;
const plainName = /^[\w-]{1,256}$/;

/** The values in `--flag=value`, `NAME=value` and `Header: value` extend to the end of the argument. */
function* redactArgument(arg: string, depth: number, levels: number): Steps<string> {
  // In `--header=X-Api-Key: abc` the value is itself an assignment.
  let start = 0;
  for (;;) {
    assignment.lastIndex = start;
    const [head = '', name = '', separator] = assignment.exec(arg) ?? [];
    const valueStart = start + head.length;
    if (head === '' || valueStart === arg.length) break;
    if (isSecretName(name)) {
      const value = arg.slice(valueStart);
      const isSecret =
        separator === '=' ? !isCount(name, value) : !isOrdinaryWord(name) || looksRandom(value);
      if (isSecret) return arg.slice(0, valueStart) + hidden;
    }
    if (separator !== '=' || !name.startsWith('-')) break;
    start = valueStart;
  }
  return arg.slice(0, start) + (yield* redactValue(arg.slice(start), depth, levels));
}

type Steps<Result> = Generator<void, Result>;

function* redactValue(text: string, depth: number, levels: number): Steps<string> {
  const parsed = levels < jsonLevels ? yield* redactJsonText(text, depth, levels + 1) : undefined;
  return yield* scanSteps(parsed ?? text);
}

/** Parses JSON, so that its spacing and escapes do not matter. Undefined if nothing changes. */
function* redactJsonText(text: string, depth: number, levels: number): Steps<string | undefined> {
  if (!/^\s{0,256}[[{"]/.test(text)) return undefined;
  try {
    const before: unknown = JSON.parse(text);
    const after = yield* redactParsed(before, depth + 1, levels);
    return after === before ? undefined : JSON.stringify(after);
  } catch {
    return undefined;
  }
}

/** Returns the same object if nothing in it is secret. */
function* redactParsed(value: unknown, depth: number, levels: number): Steps<unknown> {
  if (typeof value === 'string') {
    return yield* redactValue(knownSecrets.hide(value), depth, levels);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) return hidden;
  if (Array.isArray(value)) return yield* redactList(value, depth + 1, levels);
  const entries = Object.entries(value);
  const names = entries.filter(([key]) => /^(?:name|key|header|variable)$/i.test(key));
  const isPair = names.some(([, name]) => typeof name === 'string' && isSecretName(name));
  const redacted: [string, unknown][] = [];
  for (const [key, item] of entries) {
    redacted.push([knownSecrets.hide(key), yield* redactProperty(key, item, isPair)]);
  }
  const isSame = redacted.every(
    ([key, item], index) => key === entries[index]?.[0] && item === entries[index]?.[1],
  );
  return isSame ? value : Object.fromEntries(redacted);

  function* redactProperty(key: string, item: unknown, isValue: boolean): Steps<unknown> {
    if (isSecretMap(key) && typeof item === 'object') return hideValues(item);
    if (isSecretName(key)) return holdsCounts(key, item) ? item : hideValue(item);
    if (isValue && /^value$/i.test(key)) return hideValue(item);
    return yield* redactParsed(item, depth + 1, levels);
  }
}

function* redactList(list: readonly unknown[], depth: number, levels: number): Steps<unknown> {
  const items: unknown[] = [];
  for (const [index, item] of list.entries()) {
    items.push(yield* redactItem(list, item, index, depth, levels));
  }
  return items.every((item, index) => item === list[index]) ? list : items;
}

function* redactItem(
  list: readonly unknown[],
  item: unknown,
  index: number,
  depth: number,
  levels: number,
): Steps<unknown> {
  const before = list[index - 1];
  const pair = list.length === 2 && typeof before === 'string' && plainName.test(before);
  if (isValueOf(before, item) || (pair && isSecretName(before) && !isCount(before, String(item)))) {
    return hideValue(item);
  }
  if (typeof item !== 'string') return yield* redactParsed(item, depth, levels);
  return yield* redactArgument(knownSecrets.hide(item), depth, levels);
}

/** Whether a plural name has a number as its value, or an object or list of numbers. */
function holdsCounts(name: string, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isCount(name, String(value));
  return isCount(name, '0') && holdsNoText(value, 0);
}

function holdsNoText(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'string';
  return depth < maxDepth && Object.values(value).every((item) => holdsNoText(item, depth + 1));
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
