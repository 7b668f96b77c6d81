/**
 * The type of a discriminant (`type`, `subtype`, …) whose value this version does not list.
 * It is a string at run time. An ambient enum, because narrowing by a literal then leaves the
 * unlisted member out, which neither `string` nor a branded string does.
 */
declare enum UnlistedName {
  unlisted = '(not listed)',
}

export type Unlisted = UnlistedName;

/** Reads a field that the types do not list: new CLIs send new fields, and none is dropped. */
export function fieldOf(value: object, name: string): unknown {
  return (value as Record<string, unknown>)[name];
}
