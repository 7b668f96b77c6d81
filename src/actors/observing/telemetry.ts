import type { Metrics } from '../../options/runtimeTypes.js';
import type { Options } from '../../options/types.js';
import { redact } from '../../secrets/redact.js';
import type { ObservedCallback, Sink } from './observation.js';

/** What is known of a run before it starts. */
export interface RunDescription {
  mode: string;
  model: string | undefined;
  agent: string | undefined;
  /** The option `label`. */
  label: string | undefined;
  /** The prompt of a one-shot query. A session gets its messages later. */
  prompt: string | undefined;
  /** The W3C trace context of who sent a message, if that was not this program. */
  traceparentOf?(uuid: string): string | undefined;
  /** Removes the secrets of the environment from a text. */
  hide(text: string): string;
}

/** Environment variables for the CLI. One that is undefined is not inherited either. */
export type TraceVariables = Readonly<Record<string, string | undefined>>;

/** Follows one run. If it throws, the run is not affected. */
export interface RunTelemetry {
  readonly onObservation: Sink;
  readonly metrics?: Metrics;
  /** Whether to report every line that is written to the CLI. */
  readonly wantsLines: boolean;
  /** Variables that make the CLI's own spans part of this trace. */
  environment(): TraceVariables;
  /** Runs user code with the callback's span as the active one. Called without `this`. */
  within<Result>(callback: ObservedCallback, run: () => Result): Result;
}

/** A tracing system: the option `telemetry`, as the runtime sees it. */
export interface Telemetry {
  observe(run: RunDescription): RunTelemetry;
  /** The W3C trace context of the active span, for a message that another machine will send. */
  traceparent?(): string | undefined;
}

/** The telemetry of a run, if the options ask for it. */
export function runTelemetry(
  { telemetry, model, agent, label }: Options,
  { mode, prompt }: { mode: string; prompt: string | undefined },
): RunTelemetry | undefined {
  if (!telemetry) return undefined;
  const hide = (text: string) => redact(text);
  return (telemetry as Telemetry).observe({ mode, model, agent, label, prompt, hide });
}

/** The trace variables for the CLI. None if the user sets `TRACEPARENT` to another trace. */
export function traceVariables(telemetry: RunTelemetry, env: Options['env'] = {}): TraceVariables {
  const isSet = Object.keys(env).some((name) => name.toUpperCase() === 'TRACEPARENT');
  if (isSet) return {};
  try {
    return telemetry.environment();
  } catch {
    // The user's tracer must not keep the CLI from starting.
    return {};
  }
}
