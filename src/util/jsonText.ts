/** The JSON of a value; undefined if it has none, because it is nested too deep for the stack, for example. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // JSON.parse takes any depth.
    return undefined;
  }
}
