import { secretsIn } from '../../actors/observing/hideSecrets.js';
import { hidden } from '../../ffi/environment/secretNames.js';
import { redact } from '../../ffi/environment/secrets.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** The secrets of this process and of the CLIs that it has started; none of them is ever shown. */
export class Secrets {
  readonly #values = new Set<string>();
  #env: Record<string, string> = {};

  constructor() {
    this.learn(process.env);
  }

  /** Takes note of the secrets in an environment. */
  learn(env: Variables): void {
    const before = this.#values.size;
    for (const value of Object.values(secretsIn(env))) if (value) this.#values.add(value);
    if (this.#values.size === before) return;
    // Two sessions may have two keys by one name.
    this.#env = Object.fromEntries(
      [...this.#values].map((value, index) => [`API_KEY_${index}`, value]),
    );
  }

  hideIn(text: string): string {
    return redact(text, { env: this.#env });
  }

  /** The same for a text that is JSON, and stays it. */
  hideInJson(json: string): string {
    const shown = this.hideIn(json);
    if (shown === json) return json;
    try {
      JSON.parse(shown);
      return shown;
    } catch {
      return JSON.stringify(hidden);
    }
  }

  /** A copy as plain data; what is no data is left out. */
  hideInValue(value: unknown): unknown {
    const json = JSON.stringify(value, (_, item) => (item instanceof Error ? `${item}` : item));
    return json === undefined ? undefined : JSON.parse(this.hideInJson(json));
  }
}
