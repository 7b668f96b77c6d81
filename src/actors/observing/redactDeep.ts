import { textOf } from '../../codec/jsonObject.js';
import { isSecretName } from '../../ffi/environment/secretNames.js';
import { redact } from '../../ffi/environment/secrets.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** The variables of an environment whose names say that they are secret. */
export function secretsIn(env: Variables): Variables {
  return Object.fromEntries(Object.entries(env).filter(([name]) => isSecretName(name)));
}

const maxDepth = 6;

/** A copy as plain data with every string redacted, safe to log. */
export function redactDeep(value: unknown, env: Variables, depth = 0): unknown {
  if (typeof value === 'string') return redact(value, { env });
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
  }
  if (value instanceof Error) return redact(textOf(value.message), { env });
  if (depth === maxDepth) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, env, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, redactDeep(item, env, depth + 1)]),
  );
}
