import { secretsIn } from '../../actors/observing/redactDeep.js';
import { hidden } from '../../ffi/environment/secretNames.js';
import { redact } from '../../ffi/environment/secrets.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** Removes the secrets of this process, and of the CLIs that it has started, from what is shown. */
export class SecretFilter {
  readonly #values = new Set<string>();
  /** Two sessions may have two keys with the same name, so each value gets a name of its own. */
  #env: Record<string, string> = {};

  constructor() {
    this.learn(process.env);
  }

  /** Remembers the values of all variables whose names say that they are secret. */
  learn(env: Variables): void {
    const before = this.#values.size;
    for (const value of Object.values(secretsIn(env))) if (value) this.#values.add(value);
    if (this.#values.size === before) return;
    this.#env = Object.fromEntries(
      [...this.#values].map((value, index) => [`API_KEY_${index}`, value]),
    );
  }

  redactText(text: string): string {
    return redact(text, { env: this.#env });
  }

  /** Redacts a JSON text. The result is valid JSON, even if the redaction broke a value. */
  redactJson(json: string): string {
    const redacted = this.redactText(json);
    if (redacted === json) return json;
    try {
      JSON.parse(redacted);
      return redacted;
    } catch {
      return JSON.stringify(hidden);
    }
  }

  /** A redacted copy of a value. What JSON cannot carry is left out. */
  redactValue(value: unknown): unknown {
    const json = JSON.stringify(value, (_, item) => (item instanceof Error ? `${item}` : item));
    return json === undefined ? undefined : JSON.parse(this.redactJson(json));
  }
}
