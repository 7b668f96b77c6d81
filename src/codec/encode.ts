import { ClaudeActorsError } from '../errors.js';
import { isObject, type JsonObject, textOf } from './jsonObject.js';

/**
 * A value as JSON without a line break. The CLI exits on a line that is not JSON, so whatever
 * cannot be JSON is an `EncodeError` here, before anything is written.
 */
export function encodeJson(value: unknown, what: string): string {
  let text: string | undefined;
  try {
    // Lone surrogates come out escaped (well-formed JSON.stringify).
    text = JSON.stringify(value);
  } catch (cause) {
    throw encodeError(what, `it is not JSON: ${textOf(cause)}`, cause);
  }
  if (text === undefined)
    throw encodeError(what, `it is not JSON: ${typeof value} has no JSON form`);
  return escapeLineBreaks(text);
}

/** A value as the object that its JSON gives; what gives no object is an `EncodeError`. */
export function encodeObject(value: unknown, what: string): JsonObject {
  const copy: unknown = JSON.parse(encodeJson(value, what));
  if (isObject(copy)) return copy;
  throw encodeError(what, 'its fields are no object');
}

/** JSON allows U+2028 and U+2029 raw inside a string; readers that split on them would not. */
function escapeLineBreaks(json: string): string {
  // Most strings have one byte a character, and are not searched at all.
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
    `${what} cannot be sent to the CLI because ${why}. ${remedy}`,
    {},
    { cause },
  );
}
