import type { WarningCode } from '../warnings.js';

/** Writes one log line: with fields, or only a message. */
export interface LogMethod {
  (fields: object, message?: string): void;
  (message: string): void;
}

/** A logger with the interface of pino. */
export interface Logger {
  /** Details, such as each control request. */
  debug: LogMethod;
  /** The life of a run: started, turn finished, exited. */
  info: LogMethod;
  /** Warnings; see `Warning`. */
  warn: LogMethod;
  /** Errors that end a run. */
  error: LogMethod;
}

/** Labels of a metric, such as `{ code: 'Stalled' }`. */
export type MetricLabels = Readonly<Record<string, string>>;

/** Receives metrics. Names and labels are stable. */
export interface Metrics {
  /** Adds `by` to a counter. */
  count(name: string, by: number, labels: MetricLabels): void;
  /** Sets a gauge to `value`. */
  gauge(name: string, value: number, labels: MetricLabels): void;
  /** Records how long something took. */
  duration(name: string, milliseconds: number, labels: MetricLabels): void;
}

/** The return value of `openTelemetry()` from `claude-actors/opentelemetry`. */
export interface TelemetryLike {
  /** Called once per run, when it starts. */
  observe(run: object): object;
  /** The trace of the active span, as in W3C Trace Context. */
  traceparent?(): string | undefined;
}

/** Something unexpected that did not stop the run. */
export interface Warning {
  /** One of `warningCodes`. Later versions add more. */
  code: WarningCode | (string & {});
  /** What happened and what to do, for people to read. */
  message: string;
  /** Details, by code. */
  context: Readonly<Record<string, unknown>>;
}

/** A clock with the interface of XState's. */
export interface ClockLike {
  /** Calls `run` once, after `milliseconds`. Returns an id for `clearTimeout`. */
  setTimeout(run: () => void, milliseconds: number): unknown;
  /** Cancels a timer. */
  clearTimeout(id: unknown): void;
}

/** The part that all XState inspection events have in common. */
export interface InspectionEventLike {
  /** The kind of event, such as `@xstate.snapshot`. */
  type: string;
}

/** An XState inspection observer as an object. */
export interface InspectionObserverLike {
  /** Declared as a method, so that an observer may take more than `type` as its parameter. */
  next?(event: InspectionEventLike): void;
}

/** `'page'` for the inspector page of claude-actors, or an XState inspection observer. */
export type InspectLike =
  | 'page'
  | InspectionObserverLike
  | NonNullable<InspectionObserverLike['next']>;

/** Whether an inspector sees prompts, messages and tool inputs. It never sees secrets. */
export type Content = 'hidden' | 'shown';

/** Starts processes. Tests pass a fake, such as `fakeCli()` from `claude-actors/testing`. */
export interface PortLike {
  /** Starts `command` and reports what happens to `listener`. */
  start(command: object, listener: object): object;
}
