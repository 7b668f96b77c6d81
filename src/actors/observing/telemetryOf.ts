import { redact } from '../../ffi/environment/secrets.js';
import type { Options } from '../../options/types.js';
import { secretsIn } from './redactDeep.js';
import type { RunTelemetry, Telemetry, TraceVariables } from './telemetry.js';

/** Who follows the run for a tracing system, if the options name one. */
export function telemetryOf(
  { telemetry, model, agent, env }: Options,
  { mode, prompt }: { mode: string; prompt: string | undefined },
): RunTelemetry | undefined {
  if (!telemetry) return undefined;
  const secrets = secretsIn({ ...process.env, ...env });
  const hide = (text: string) => redact(text, { env: secrets });
  return (telemetry as Telemetry).observe({ mode, model, agent, prompt, hide });
}

/** By which the CLI's own spans become a part of this trace, unless the user names another. */
export function traceVariables(telemetry: RunTelemetry, env: Options['env'] = {}): TraceVariables {
  const named = Object.keys(env).some((name) => name.toUpperCase() === 'TRACEPARENT');
  if (named) return {};
  try {
    return telemetry.environment();
  } catch {
    // A tracer of the user's own; the start must not fail by it.
    return {};
  }
}
