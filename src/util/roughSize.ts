const bytesPerValue = 16;

/**
 * Roughly how many bytes a value takes: the characters of its texts and a little for everything
 * else. It looks at each object once and never recurses, so any depth will do.
 */
export function roughSize(value: unknown): number {
  const seen = new Set<object>();
  const pending: unknown[] = [value];
  let bytes = 0;
  while (pending.length > 0) {
    const next = pending.pop();
    bytes += bytesPerValue;
    if (typeof next === 'string') bytes += next.length;
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    if (next instanceof Error) pending.push(next.message, next.stack, next.cause);
    for (const key of Object.keys(next)) pending.push((next as Record<string, unknown>)[key]);
  }
  return bytes;
}

/** The JSON of a value; undefined if it has none, because it is nested too deep for the stack, for example. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // JSON.parse takes any depth.
    return undefined;
  }
}
