import { textOf } from '../../codec/jsonObject.js';
import { isSecretName } from '../../ffi/environment/secretNames.js';
import { redact } from '../../ffi/environment/secrets.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** What is left of an environment when only its secrets are kept: all that redaction needs of it. */
export function secretsIn(env: Variables): Variables {
  return Object.fromEntries(Object.entries(env).filter(([name]) => isSecretName(name)));
}

const deepest = 6;

/** A copy that may be shown: plain data, with every text in it redacted. */
export function hideSecrets(value: unknown, env: Variables, depth = 0): unknown {
  if (typeof value === 'string') return redact(value, { env });
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
  }
  if (value instanceof Error) return redact(textOf(value.message), { env });
  if (depth === deepest) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => hideSecrets(item, env, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, hideSecrets(item, env, depth + 1)]),
  );
}
