import { ClaudeActorsError } from '../errors.js';
import { withoutFullStop } from '../util/withoutFullStop.js';
import { isObject, type JsonObject, textOf } from './jsonObject.js';

/**
 * Encodes a value as JSON on one line. The CLI exits on a line that is not JSON, so a value that
 * cannot be encoded throws an `EncodeError` before anything is written.
 */
export function encodeJson(value: unknown, what: string, refuse?: Replacer): string {
  let text: string | undefined;
  try {
    // Lone surrogates come out escaped (well-formed JSON.stringify).
    text = JSON.stringify(value, refuse);
  } catch (cause) {
    throw encodeError(what, `it is not JSON: ${textOf(cause)}`, cause);
  }
  if (text === undefined)
    throw encodeError(what, `it is not JSON: ${typeof value} has no JSON form`);
  return escapeLineBreaks(text);
}

type Replacer = (key: string, value: unknown) => unknown;

/**
 * For what a program sends on its own: `JSON.stringify` would leave out a function or a symbol
 * silently, and the CLI would miss a field.
 */
export function refuseFunctions(key: string, value: unknown): unknown {
  if (typeof value !== 'function' && typeof value !== 'symbol') return value;
  throw new TypeError(`\`${key}\` is a ${typeof value}`);
}

/** The object that a value's JSON stands for. Throws an `EncodeError` if it is not an object. */
export function encodeObject(value: unknown, what: string): JsonObject {
  const copy: unknown = JSON.parse(encodeJson(value, what, refuseFunctions));
  if (isObject(copy)) return copy;
  throw encodeError(what, 'its fields are not an object');
}

/** JSON allows U+2028 and U+2029 inside strings, but some readers treat them as line breaks. */
function escapeLineBreaks(json: string): string {
  // Most strings have one byte per character, so this search costs nothing.
  if (!json.includes('\u2028') && !json.includes('\u2029')) return json;
  return json.replace(/[\u2028\u2029]/g, (char) => (char === '\u2028' ? '\\u2028' : '\\u2029'));
}

const plainData = 'Pass plain data: objects, arrays, strings, numbers, booleans and null.';

export function encodeError(
  what: string,
  why: string,
  cause?: unknown,
  remedy = plainData,
): ClaudeActorsError {
  return new ClaudeActorsError(
    'EncodeError',
    `${what} cannot be sent to the CLI because ${withoutFullStop(why)}. ${remedy}`,
    {},
    { cause },
  );
}
