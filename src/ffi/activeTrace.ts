import { createRequire } from 'node:module';

type Variables = Readonly<Record<string, string | undefined>>;

/** What is needed of `@opentelemetry/api`, which may not be installed. */
interface OpenTelemetryApi {
  context: { active(): unknown };
  propagation: { inject(context: unknown, carrier: object): void };
}

/** Under this symbol every copy of OpenTelemetry's API finds what the program has registered. */
const registered = Symbol.for('opentelemetry.js.api.1');

/**
 * The active trace of a program that uses OpenTelemetry, as variables for the CLI. The official SDK
 * passes them too, so that the spans of the CLI belong to the trace of the program. What the option
 * `env` sets stays as it is. Without OpenTelemetry nothing is loaded.
 */
export function activeTraceVariables(env: Variables = {}): Variables {
  if (!(registered in globalThis)) return {};
  const carrier: Record<string, string> = {};
  try {
    const api = createRequire(import.meta.url)('@opentelemetry/api') as OpenTelemetryApi;
    api.propagation.inject(api.context.active(), carrier);
  } catch {
    // Without the package, or with a propagator that throws, the CLI starts without a trace.
    return {};
  }
  const ofParent =
    'traceparent' in carrier ? { TRACEPARENT: undefined, TRACESTATE: undefined } : {};
  const ofTrace = Object.entries(carrier).map(([name, value]): [string, string | undefined] => [
    name.toUpperCase(),
    value,
  ]);
  const variables = [...Object.entries(ofParent), ...ofTrace];
  return Object.fromEntries(variables.filter(([name]) => !(name in env)));
}
