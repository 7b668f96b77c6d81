import { redact } from '../../secrets/redact.js';
import { hidden } from '../../secrets/secretNames.js';

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
