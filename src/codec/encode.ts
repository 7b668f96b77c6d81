import { ClaudeActorsError } from '../errors.js';

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
    throw encodeError(what, cause instanceof Error ? cause.message : String(cause), cause);
  }
  if (text === undefined) throw encodeError(what, `a ${typeof value} has no JSON form`);
  return escapeLineBreaks(text);
}

/** JSON allows U+2028 and U+2029 raw inside a string; readers that split on them would not. */
function escapeLineBreaks(json: string): string {
  return json.replace(/[\u2028\u2029]/g, (char) => (char === '\u2028' ? '\\u2028' : '\\u2029'));
}

function encodeError(what: string, why: string, cause?: unknown): ClaudeActorsError {
  return new ClaudeActorsError(
    'EncodeError',
    `${what} cannot be sent to the CLI because it is not JSON: ${why}. Pass plain data: objects, arrays, strings, numbers, booleans and null.`,
    {},
    { cause },
  );
}
