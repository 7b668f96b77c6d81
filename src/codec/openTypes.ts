/** A string with known values. A newer CLI may send others. */
export type OpenString<Known extends string> = Known | (string & {});

/**
 * The discriminant (`type`, `subtype`, …) of a value that this version does not list. At run time
 * it is an ordinary string.
 *
 * The type is an ambient enum because narrowing by a literal then excludes the unlisted member,
 * which neither `string` nor a branded string does.
 */
declare enum UnlistedName {
  unlisted = '(not listed)',
}

/**
 * The type of a discriminant (`type`, `subtype`, `hook_event_name`) whose value this version does
 * not list. At run time it is an ordinary string: a newer CLI sent something new.
 */
export type Unlisted = UnlistedName;

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
