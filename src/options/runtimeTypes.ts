import type { WarningCode } from '../warnings.js';

/** A duration in milliseconds, or one for each name, where `default` stands for the others. */
export type ByName = number | Readonly<Record<string, number>>;

/** Milliseconds. */
export interface Timeouts {
  initialize?: number;
  /** For control requests, or by the name of the method or the request: `{ interrupt: 5000 }`. */
  control?: ByName;
  /** For hooks, or by event name: `{ PreToolUse: 10_000 }`. */
  hook?: ByName;
  permission?: number;
  mcp?: number;
  write?: number;
  versionProbe?: number;
  /**
   * `end`: from the end of input to SIGTERM. `terminate`: from `stop()` to SIGTERM. `kill`: from
   * `stop()` to SIGKILL, and after the end of input from SIGTERM to SIGKILL.
   */
  shutdown?: { end?: number; terminate?: number; kill?: number };
}

export interface CallbackLimit {
  atOnce?: number;
  waiting?: number;
}

export interface Limits {
  /** The longest line taken from the CLI. */
  lineBytes?: number;
  /** How far a reader of messages may fall behind. */
  unreadBytes?: number;
  /** Operations that wait for the session to start. */
  queuedOperations?: number;
  /** Control requests without an answer. */
  pendingRequests?: number;
  callbacks?: { hook?: CallbackLimit; permission?: CallbackLimit; mcp?: CallbackLimit };
  /** How much of stderr is kept for errors. */
  stderrBytes?: number;
}

/** What to do about silence; the times are in milliseconds. */
export interface Stall {
  start?: number;
  firstFrame?: number;
  midTurn?: number;
  action?: 'warn' | 'interrupt' | 'stop';
}

/** pino's shape. */
export interface LogMethod {
  (fields: object, message?: string): void;
  (message: string): void;
}

export interface Logger {
  debug: LogMethod;
  info: LogMethod;
  warn: LogMethod;
  error: LogMethod;
}

export type MetricLabels = Readonly<Record<string, string>>;

export interface Metrics {
  count(name: string, by: number, labels: MetricLabels): void;
  gauge(name: string, value: number, labels: MetricLabels): void;
  duration(name: string, milliseconds: number, labels: MetricLabels): void;
}

/** What `openTelemetry()` of `claude-actors/opentelemetry` gives. */
export interface TelemetryLike {
  observe(run: object): object;
}

/** Something that went on, but that somebody should know of. */
export interface Warning {
  /** One of `warningCodes`; later versions bring others. */
  code: WarningCode | (string & {});
  message: string;
  context: Readonly<Record<string, unknown>>;
}

/** The shape of XState's clock. */
export interface ClockLike {
  setTimeout(run: () => void, milliseconds: number): unknown;
  clearTimeout(id: unknown): void;
}

/** What every XState inspection event has. */
export interface InspectionEventLike {
  type: string;
}

/** An XState inspection observer, as an object. A method, so that it may ask for more than `type`. */
export interface InspectionObserverLike {
  next?(event: InspectionEventLike): void;
}

/** `'page'`: a page of this library's own, on loopback. */
export type InspectLike =
  | 'page'
  | InspectionObserverLike
  | NonNullable<InspectionObserverLike['next']>;

/** Whether prompts, messages and the inputs of tools are shown to an inspector. Secrets never are. */
export type Content = 'hidden' | 'shown';

/** Anything that starts processes; tests put a fake one here. */
export interface PortLike {
  start(command: object, listener: object): object;
}
