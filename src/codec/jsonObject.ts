export type JsonObject = Record<string, unknown>;

export type JsonObjectReading = { object: JsonObject } | { problem: string };

/**
 * Copies what a user's callback returned by way of JSON, so that what is checked now is what is written
 * later. Never throws, whatever the value's getters and `toJSON` do. `see` is called with each value,
 * like the replacer of `JSON.stringify`.
 */
export function readJsonObject(
  value: unknown,
  see?: (this: unknown, key: string, value: unknown) => unknown,
): JsonObjectReading {
  try {
    const kind = kindOf(value);
    if (kind !== 'Object') return { problem: kind };
    const copy: unknown = JSON.parse(JSON.stringify(value, see));
    return isObject(copy)
      ? { object: copy }
      : { problem: `an object whose JSON is ${typeof copy}` };
  } catch (error) {
    return { problem: `an object that is not JSON (${textOf(error)})` };
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `String(value)` that cannot throw. */
export function textOf(value: unknown): string {
  try {
    return value instanceof Error ? value.message : String(value);
  } catch {
    return typeof value;
  }
}

/**
 * 'Object' for plain objects and class instances. An Error, a Map or a Promise has JSON too, `{}`,
 * but whoever returns one did not mean an empty answer.
 */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value !== 'object') return `a ${typeof value}`;
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  if (tag === 'Object') return tag;
  return tag === 'Array' ? 'an array' : `an object of type ${tag}`;
}

/**
 * Reads a field that the types do not list. Newer CLIs send new fields and message types;
 * claude-actors passes all of them on.
 *
 * @param value - The message, block or other object to read from.
 * @param name - The name of the field.
 */
export function fieldOf(value: object, name: string): unknown {
  return (value as Record<string, unknown>)[name];
}
