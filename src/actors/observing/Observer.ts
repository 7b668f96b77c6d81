import type { MessageFrame } from '../../codec/frames.js';
import { ClaudeActorsError } from '../../errors.js';
import type { discoverCli } from '../../ffi/discovery/discoverCli.js';
import type { Command } from '../../ffi/process/port.js';
import type { QueryEmitted, QueryItem, StreamWarning } from '../../machines/query/queryTypes.js';
import type { SessionEmitted } from '../../machines/session/sessionTypes.js';
import type { Warning } from '../../options/runtimeTypes.js';
import { withoutSecrets } from '../../secrets/redactDeep.js';
import type { Traffic } from '../process/Traffic.js';
import type { Observation, ObservedCallback, OperationResult, Sink } from './observation.js';

export interface ObserverParts {
  sinks: readonly Sink[];
  traffic: Traffic;
  /** A monotonic clock, in milliseconds. */
  now(): number;
  /** Whether a sink uses the `messages` observations. */
  wantsMessages: boolean;
  /** Runs user code as part of a callback that has started. */
  within?<Result>(callback: ObservedCallback, run: () => Result): Result;
}

type Settle = (result: OperationResult, error?: ClaudeActorsError) => void;

/** Turns what happens in one query or session into observations, and reports them to its sinks. */
export class Observer {
  readonly #parts: ObserverParts;
  #path: string | undefined;
  #handshake: Settle | undefined;
  #requestCount = 0;
  /** The error that ended a query's stream. Its process exits later. */
  #failure: ClaudeActorsError | undefined;

  constructor(parts: ObserverParts) {
    this.#parts = parts;
  }

  readonly now = (): number => this.#parts.now();

  readonly report = (observation: Observation): void => {
    for (const sink of this.#parts.sinks) sink(observation);
  };

  within<Result>(callback: ObservedCallback, run: () => Result): Result {
    const { within } = this.#parts;
    return within ? within(callback, run) : run();
  }

  /** Wraps the search for the CLI to report its outcome and duration. */
  observeDiscovery(discover: typeof discoverCli): typeof discoverCli {
    let failed = false;
    return (...args) => {
      const startedAt = this.now();
      try {
        const discovery = discover(...args);
        const { found, trace } = discovery;
        this.#path = found.path;
        const ms = this.now() - startedAt;
        this.report({ type: 'discovered', ms, path: this.#path, trace });
        return discovery;
      } catch (error) {
        const code = error instanceof ClaudeActorsError ? error.code : 'unknown';
        // Reported once: the version check searches again if the start found nothing.
        if (!failed) this.report({ type: 'discoveryFailed', ms: this.now() - startedAt, code });
        failed = true;
        throw error;
      }
    };
  }

  readonly spawned = (pid: number | undefined, command: Command): void => {
    this.#path ??= command.file;
    this.report({ type: 'spawned', pid, path: this.#path, command });
  };

  readonly wrote = (line: string): void => {
    this.report({ type: 'wrote', line });
  };

  readonly version = (version: string): void => {
    this.report({ type: 'version', version, path: this.#path });
  };

  /** Reports a control request now, and its outcome once `answer` settles. */
  operation(operation: string, answer: Promise<unknown>): void {
    const settle = this.#startRequest(operation);
    answer.then(
      () => settle('succeeded'),
      (error: ClaudeActorsError) => settle(resultOf(error), error),
    );
  }

  session(event: SessionEmitted): void {
    switch (event.type) {
      case 'messages':
        this.#reportMessages(event.frames);
        break;
      case 'stateChanged':
        if (event.state === 'initSent') this.#handshake = this.#startRequest('initialize');
        this.report({ type: 'state', state: event.state });
        break;
      case 'initialization':
        this.#endHandshake('succeeded');
        break;
      case 'turn':
        this.#reportTurn(event);
        break;
      case 'warning':
        if (event.code === 'InitializeUnanswered') this.#endHandshake('timedOut');
        this.report({ type: 'warning', warning: toWarning(event) });
        break;
      case 'lateAnswer':
        this.report(event);
        break;
      default:
        break;
    }
  }

  query(event: QueryEmitted): void {
    if (event.type === 'items') this.#reportItems(event.items);
    else if (event.type === 'stateChanged') this.report({ type: 'state', state: event.state });
    else {
      this.#failure = event.error;
      this.failed(event.error);
    }
  }

  /** Reports the error that a run, turn or item failed with, if any. */
  failed(error: ClaudeActorsError | undefined): void {
    if (error) this.report({ type: 'error', error });
  }

  /** Reports the end of the run. Call it last, once the process has exited. */
  ended(error?: ClaudeActorsError): void {
    this.#endHandshake(error ? resultOf(error) : 'cancelled', error);
    this.failed(error);
    const { traffic } = this.#parts;
    if (traffic.startedAt !== undefined) this.report({ type: 'exited', traffic });
    this.report({ type: 'ended', error: error ?? this.#failure });
  }

  #startRequest(operation: string): Settle {
    const startedAt = this.now();
    const id = this.#requestCount++;
    this.report({ type: 'requestSent', id, operation });
    return (result, error) => {
      this.report({
        type: 'requestSettled',
        id,
        operation,
        ms: this.now() - startedAt,
        result,
        error,
      });
    };
  }

  #endHandshake: Settle = (result, error) => {
    this.#handshake?.(result, error);
    this.#handshake = undefined;
  };

  #reportMessages(frames: readonly MessageFrame[]): void {
    if (this.#parts.wantsMessages) this.report({ type: 'messages', frames });
  }

  #reportItems(items: readonly QueryItem[]): void {
    if (this.#parts.wantsMessages)
      this.#reportMessages(items.flatMap((item) => frameOf(item) ?? []));
    for (const item of items) {
      if (item.kind === 'error') this.failed(item.error);
      if (item.kind === 'warning')
        this.report({ type: 'warning', warning: toWarning(item.warning) });
    }
  }

  #reportTurn(event: Extract<SessionEmitted, { type: 'turn' }>): void {
    const { uuid, state } = event;
    const { outcome, error } = 'outcome' in event || 'error' in event ? event : {};
    const result = outcome && 'result' in outcome ? outcome.result : undefined;
    const failure = error ?? (outcome?.kind === 'lost' ? outcome.error : undefined);
    this.report({ type: 'turn', uuid, state, result, error: failure });
    // A turn is lost because the session ended. The session reports the reason itself.
    if (failure?.code !== 'TurnLost') this.failed(failure);
  }
}

function frameOf(item: QueryItem): MessageFrame | undefined {
  if (item.kind === 'message') return item;
  return item.kind === 'warning' ? item.warning.frame : undefined;
}

function resultOf({ code }: ClaudeActorsError): OperationResult {
  if (code === 'ControlTimeout' || code === 'InitializeTimeout') return 'timedOut';
  return code === 'Aborted' || code === 'SessionStopped' ? 'cancelled' : 'failed';
}

/** A warning as users get it, with the CLI message it is about, if any. */
export function toWarning({ code, message, context, frame }: StreamWarning): Warning {
  return {
    code,
    message,
    context: frame ? { ...context, message: withoutSecrets(frame.message) } : context,
  };
}
