import { invalidOption } from './invalidOption.js';

/** Names the variable and never its value, which may be a secret. */
export function checkEnv(env: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || typeof value === 'string') continue;
    throw invalidOption(`env.${name}`, 'must be a string. Write its value as text.');
  }
}
