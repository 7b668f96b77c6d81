/** Any object except an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

export function isNonEmptyString(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** `every()` alone would skip the holes of a sparse array. */
export function isStringArray(value: unknown): value is readonly string[] {
  return Array.isArray(value) && Array.from(value).every(isString);
}

/** 0, 1, 2 and so on, as far as a number counts exactly. */
export function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
