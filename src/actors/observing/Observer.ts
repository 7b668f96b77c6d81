import type { MessageFrame } from '../../codec/frames.js';
import { ClaudeActorsError } from '../../errors.js';
import type { discoverCli } from '../../ffi/discovery/discoverCli.js';
import type { Command } from '../../ffi/process/port.js';
import type { QueryEmitted, QueryItem } from '../../machines/query/queryTypes.js';
import type { SessionEmitted } from '../../machines/session/sessionTypes.js';
import type { Traffic } from '../process/Traffic.js';
import type { Observation, ObservedCallback, OperationResult, Sink } from './observation.js';
import { warningOf } from './warningOf.js';

export interface ObserverParts {
  sinks: readonly Sink[];
  traffic: Traffic;
  /** Milliseconds that only ever grow. */
  now(): number;
  /** Whether somebody wants to know of every message. */
  wantsMessages: boolean;
  /** Runs user code as a part of a callback that has begun. */
  within?<Result>(callback: ObservedCallback, run: () => Result): Result;
}

type Settle = (result: OperationResult, error?: ClaudeActorsError) => void;

/** Is told all that happens to one query or session, and makes observations of it. */
export class Observer {
  readonly #parts: ObserverParts;
  #path: string | undefined;
  #handshake: Settle | undefined;
  #asked = 0;
  /** What a query's stream has ended with, before its process was gone. */
  #failure: ClaudeActorsError | undefined;

  constructor(parts: ObserverParts) {
    this.#parts = parts;
  }

  readonly now = (): number => this.#parts.now();

  readonly tell = (observation: Observation): void => {
    for (const sink of this.#parts.sinks) sink(observation);
  };

  within<Result>(callback: ObservedCallback, run: () => Result): Result {
    const { within } = this.#parts;
    return within ? within(callback, run) : run();
  }

  /** The same search, timed. */
  discovering(discover: typeof discoverCli): typeof discoverCli {
    let failed = false;
    return (...args) => {
      const began = this.now();
      try {
        const discovery = discover(...args);
        this.#path = discovery.found.path;
        this.tell({ type: 'discovered', ms: this.now() - began, path: this.#path });
        return discovery;
      } catch (error) {
        const code = error instanceof ClaudeActorsError ? error.code : 'unknown';
        // The version check looks again for what the start did not find.
        if (!failed) this.tell({ type: 'undiscovered', ms: this.now() - began, code });
        failed = true;
        throw error;
      }
    };
  }

  readonly spawned = (pid: number | undefined, command: Command): void => {
    this.#path ??= command.file;
    this.tell({ type: 'spawned', pid, path: this.#path, command });
  };

  readonly wrote = (line: string): void => {
    this.tell({ type: 'wrote', line });
  };

  readonly version = (version: string): void => {
    this.tell({ type: 'version', version, path: this.#path });
  };

  /** A control request that somebody asked for, with what will become of it. */
  operation(operation: string, answer: Promise<unknown>): void {
    const settle = this.#begin(operation);
    answer.then(
      () => settle('succeeded'),
      (error: ClaudeActorsError) => settle(resultOf(error), error),
    );
  }

  session(event: SessionEmitted): void {
    switch (event.type) {
      case 'messages':
        this.#messages(event.frames);
        break;
      case 'stateChanged':
        if (event.state === 'initSent') this.#handshake = this.#begin('initialize');
        this.tell({ type: 'state', state: event.state });
        break;
      case 'initialization':
        this.#endHandshake('succeeded');
        break;
      case 'turn':
        this.#turn(event);
        break;
      case 'warning':
        if (event.code === 'InitializeUnanswered') this.#endHandshake('timedOut');
        this.tell({ type: 'warning', warning: warningOf(event) });
        break;
      case 'lateAnswer':
        this.tell(event);
        break;
      default:
        break;
    }
  }

  query(event: QueryEmitted): void {
    if (event.type === 'items') this.#items(event.items);
    else if (event.type === 'stateChanged') this.tell({ type: 'state', state: event.state });
    else {
      this.#failure = event.error;
      this.failed(event.error);
    }
  }

  /** The run has ended with this error, if any. */
  failed(error: ClaudeActorsError | undefined): void {
    if (error) this.tell({ type: 'error', error });
  }

  /** All that can be told has been told: the process is gone. */
  ended(error?: ClaudeActorsError): void {
    this.#endHandshake(error ? resultOf(error) : 'cancelled', error);
    this.failed(error);
    const { traffic } = this.#parts;
    if (traffic.startedAt !== undefined) this.tell({ type: 'exited', traffic });
    this.tell({ type: 'ended', error: error ?? this.#failure });
  }

  #begin(operation: string): Settle {
    const began = this.now();
    const id = this.#asked++;
    this.tell({ type: 'asked', id, operation });
    return (result, error) => {
      this.tell({ type: 'answered', id, operation, ms: this.now() - began, result, error });
    };
  }

  #endHandshake: Settle = (result, error) => {
    this.#handshake?.(result, error);
    this.#handshake = undefined;
  };

  #messages(frames: readonly MessageFrame[]): void {
    if (this.#parts.wantsMessages) this.tell({ type: 'messages', frames });
  }

  #items(items: readonly QueryItem[]): void {
    if (this.#parts.wantsMessages) this.#messages(items.flatMap((item) => frameOf(item) ?? []));
    for (const item of items) {
      if (item.kind === 'error') this.failed(item.error);
      if (item.kind === 'warning') this.tell({ type: 'warning', warning: warningOf(item.warning) });
    }
  }

  #turn(event: Extract<SessionEmitted, { type: 'turn' }>): void {
    const { uuid, state } = event;
    const { outcome, error } = 'outcome' in event || 'error' in event ? event : {};
    const result = outcome && 'result' in outcome ? outcome.result : undefined;
    const why = error ?? (outcome?.kind === 'lost' ? outcome.error : undefined);
    this.tell({ type: 'turn', uuid, state, result, error: why });
    // Turns are lost by the end of the session, which says itself why it came.
    if (why?.code !== 'TurnLost') this.failed(why);
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
