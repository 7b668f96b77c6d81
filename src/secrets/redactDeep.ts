import { secretLimits } from '../defaults/secretLimits.js';
import { knownSecrets } from './KnownSecrets.js';
import { redact } from './redact.js';
import { hidden } from './secretNames.js';

const { depth: maxDepth, logDepth, shortestSecret, longestName } = secretLimits;

/** A copy as plain data with every string redacted, safe to log. */
export function redactDeep(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
  }
  if (value instanceof Error) return redact(textOf(() => value.message));
  if (value instanceof Uint8Array) return hexOf(value);
  if (depth === logDepth) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redact(key), redactDeep(item, depth + 1)]),
  );
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Redacts a JSON text. The result is valid JSON, even if the redaction broke a value. */
export function redactJson(json: string): string {
  const redacted = redact(json);
  if (redacted === json) return json;
  try {
    JSON.parse(redacted);
    return redacted;
  } catch {
    return JSON.stringify(hidden);
  }
}

/** A redacted copy of a value. What JSON cannot carry is left out. */
export function redactJsonValue(value: unknown): unknown {
  const json = JSON.stringify(value, (_, item) => (item instanceof Error ? `${item}` : item));
  return json === undefined ? undefined : JSON.parse(redactJson(json));
}

/**
 * The same value without secrets: with every string redacted in lists, plain objects and errors.
 * Returns the value itself if there is no secret in it, so that an error keeps its identity.
 */
export function withoutSecrets<Value>(value: Value): Value {
  return clean(value, redact, 0) as Value;
}

/** Like `withoutSecrets`, but hides only the values of secret variables. */
export function withoutKnownSecrets<Value>(value: Value): Value {
  return clean(value, (text) => knownSecrets.hide(text), 0) as Value;
}

/**
 * Like `withoutSecrets`, for objects whose long texts are redacted already: searches short ones, such
 * as names and ids, for all secrets, and long ones only for the values of secret variables.
 */
export function withoutSecretNames<Value>(value: Value): Value {
  return clean(value, hideInName, 0) as Value;
}

function hideInName(text: string): string {
  const isName = text.length >= shortestSecret && text.length <= longestName;
  return isName ? redact(text) : knownSecrets.hide(text);
}

/** With the revision of the known secrets. */
const cleanErrors = new WeakMap<Error, number>();

/** Notes that an error has no secrets. It may be the cause of thousands, with a long stderr each. */
export function markAsClean(error: Error): void {
  cleanErrors.set(error, knownSecrets.revision);
}

type Hide = (text: string) => string;

function clean(value: unknown, hide: Hide, depth: number): unknown {
  if (typeof value === 'string') return hide(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) return hidden;
  if (value instanceof Error) {
    const isClean = cleanErrors.get(value) === knownSecrets.revision;
    return isClean ? value : cleanError(value, hide, depth);
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => clean(item, hide, depth + 1));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return value;
  const entries = Object.entries(value);
  const cleaned = entries.map(([key, item]) => [hide(key), clean(item, hide, depth + 1)] as const);
  const isSame = cleaned.every(
    ([key, item], index) => key === entries[index]?.[0] && item === entries[index]?.[1],
  );
  return isSame ? value : Object.fromEntries(cleaned);
}

/** A copy of an error that has a secret in its texts, with the same name and fields. */
function cleanError(error: Error, hide: Hide, depth: number): Error {
  const message = textOf(() => error.message);
  const stack = textOf(() => error.stack);
  const fields = { ...error, ...('cause' in error && { cause: error.cause }) };
  const shown = {
    message: hide(message),
    stack: hide(stack),
    fields: clean(fields, hide, depth + 1) as object,
  };
  if (shown.message === message && shown.stack === stack && shown.fields === fields) return error;
  const copy = Object.create(Object.getPrototypeOf(error) as object, {
    message: hiddenProperty(shown.message),
    stack: hiddenProperty(shown.stack),
  }) as Error;
  return Object.assign(copy, shown.fields);
}

/** As an error has them: not listed by `Object.keys`. */
function hiddenProperty(value: string): PropertyDescriptor {
  return { value, writable: true, configurable: true, enumerable: false };
}

/** The getters of a user's error may throw. */
function textOf(read: () => unknown): string {
  try {
    return String(read() ?? '');
  } catch {
    return '';
  }
}
