import type { Metrics } from '../../options/runtimeTypes.js';
import type { ObservedCallback, Sink } from './observation.js';

/** What is known of a run before it begins. */
export interface RunFacts {
  mode: string;
  model: string | undefined;
  agent: string | undefined;
  /** That of a one-shot query; a session is written its messages. */
  prompt: string | undefined;
  /** The same text without the secrets of the environment. */
  hide(text: string): string;
}

/** Variables of the CLI; one that is undefined is not inherited either. */
export type TraceVariables = Readonly<Record<string, string | undefined>>;

/** Follows one run. A failure of its own must harm nothing. */
export interface RunTelemetry {
  readonly tell: Sink;
  readonly metrics?: Metrics;
  /** Whether it is to be told of the lines that are written. */
  readonly wantsLines: boolean;
  environment(): TraceVariables;
  /** Needs no `this`. */
  within<Result>(callback: ObservedCallback, run: () => Result): Result;
}

/** A tracing system: the option `telemetry`, as the runtime sees it. */
export interface Telemetry {
  observe(run: RunFacts): RunTelemetry;
}
