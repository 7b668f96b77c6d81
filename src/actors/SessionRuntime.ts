import { type Actor, createActor } from 'xstate';
import { encodeAnyRequest } from '../codec/control.js';
import type { MessageFrame } from '../codec/frames.js';
import { uuidInUse } from '../machines/session/sessionErrors.js';
import type {
  OperationOutcome,
  PublicState,
  SessionEmitted,
  SessionInput,
  SessionOrder,
  SessionOutcome,
} from '../machines/session/sessionTypes.js';
import { checkMilliseconds } from '../options/checks/checkFields.js';
import type { Warning } from '../options/runtimeTypes.js';
import { type Deferred, deferred } from '../util/deferred.js';
import { onAbort } from '../util/onAbort.js';
import { swallowErrors } from '../util/swallowErrors.js';
import { sessionMachine } from './machines.js';
import type { BroadcastLog, LogLimits } from './messages/BroadcastLog.js';
import { appendVisible, createMessageLog } from './messages/messageLog.js';
import { pumpPrompt } from './messages/promptPump.js';
import { OpenTurn, OpenTurns } from './OpenTurns.js';
import {
  cancelledMessageUuid,
  machineFailed,
  neverStarted,
  type OperationSettings,
  operationError,
  sessionEnded,
  waitWithin,
} from './operations.js';
import { FastPath } from './process/FastPath.js';
import type { Launch } from './process/Launch.js';
import { notifyStopBeforeStart } from './runLifetime.js';
import type { ActorSettings } from './runtimeSettings.js';

export interface SessionRuntimeOptions extends ActorSettings {
  onEvent?: (event: SessionEmitted) => void;
  /** False if nobody will read `messages`. */
  log?: Partial<LogLimits> | false;
  /** Messages it is false for are not logged. */
  isVisible?: (frame: MessageFrame) => boolean;
}

interface Operation {
  subtype: string;
  promise: Deferred<unknown>;
  /** The caller's signal may outlive many operations. */
  removeListener(): void;
}

/** A session actor and its promises. Every promise it gives is settled when the actor ends. */
export class SessionRuntime {
  readonly actor: Actor<typeof sessionMachine>;
  readonly messages: BroadcastLog<MessageFrame>;
  readonly #launch: Launch;
  readonly #fastPath: FastPath | undefined;
  readonly #onEvent: (event: SessionEmitted) => void;
  readonly #hasLog: boolean;
  readonly #isVisible: (frame: MessageFrame) => boolean;
  readonly #operations = new Map<string, Operation>();
  readonly #turns = new OpenTurns();
  readonly #started = deferred<void>();
  readonly #initialization = deferred<unknown>();
  readonly #ended = deferred<SessionOutcome>();
  #idle: Deferred<void>[] = [];
  #nextKey = 0;
  #finished = false;

  constructor(input: SessionInput & { launch: Launch }, options: SessionRuntimeOptions = {}) {
    this.#launch = input.launch;
    this.#onEvent = swallowErrors(options.onEvent);
    this.#isVisible = options.isVisible ?? (() => true);
    this.#hasLog = options.log !== false;
    this.messages = createMessageLog(options.log || {}, (warning) => this.warn(warning));
    for (const { uuid } of input.prompt ?? []) this.#turns.open(uuid);
    // An inspector is shown every event.
    if (!options.inspect) {
      this.#fastPath = new FastPath((messages) => this.#take(messages));
      input.launch.useFastPath(this.#fastPath);
    }
    this.actor = createActor(sessionMachine, {
      input,
      ...(options.clock && { clock: options.clock }),
      ...(options.inspect && { inspect: swallowErrors(options.inspect) }),
    });
    this.actor.on('*', (event) => {
      if (event.type === 'messages') this.#fastPath?.onHandled();
      this.#take(event);
    });
    this.actor.subscribe({
      complete: () => {
        const { status, context } = this.actor.getSnapshot();
        // Stopped from outside: its chart decided nothing.
        this.#finish(status === 'done' ? context.outcome : { kind: 'stopped', reason: 'stop' });
      },
      error: (cause) => {
        this.#launch.destroy();
        this.#finish({ kind: 'failed', error: machineFailed('session', cause) });
      },
    });
    notifyStopBeforeStart(this.actor, () => this.#finish({ kind: 'stopped', reason: 'stop' }));
  }

  start(): this {
    this.actor.start();
    return this;
  }

  get state(): PublicState {
    const { status, value } = this.actor.getSnapshot();
    if (status === 'error') return 'failed';
    if (status === 'stopped' || (status === 'active' && this.#finished)) return 'stopped';
    return (typeof value === 'string' ? value : Object.keys(value)[0]) as PublicState;
  }

  /** Resolves once the session runs; rejects if it ends before that. */
  get started(): Promise<void> {
    return this.#started.promise;
  }

  get initialization(): Promise<unknown> {
    return this.#initialization.promise;
  }

  /** Resolves when the process is gone. */
  get ended(): Promise<SessionOutcome> {
    return this.#ended.promise;
  }

  /** Sends an encoded message. */
  send(uuid: string, line: string): OpenTurn {
    if (this.#isOver()) return new OpenTurn().fail(sessionEnded('the message'));
    if (this.#turns.get(uuid)) return new OpenTurn().fail(uuidInUse(uuid));
    const turn = this.#turns.open(uuid);
    this.#fastPath?.close();
    this.actor.send({ type: 'op.send', uuid, line });
    return turn;
  }

  /** The turn of a message that waits for its result. */
  turn(uuid: string): OpenTurn | undefined {
    return this.#turns.get(uuid);
  }

  /** The uuids of the messages that wait for their result. */
  get openTurns(): readonly string[] {
    return this.#turns.uuids;
  }

  /** Sends the messages of an iterable; rejects at once if none can be sent any more. */
  async feed(
    prompt: AsyncIterable<unknown>,
    send: (message: unknown) => Promise<unknown>,
  ): Promise<void> {
    const snapshot = this.actor.getSnapshot();
    const isOver =
      this.#isOver() ||
      snapshot.matches('stopping') ||
      snapshot.matches({ running: { input: 'closing' } });
    if (isOver) throw sessionEnded('the message');
    await pumpPrompt(prompt, send, this.ended);
  }

  /** Encodes and sends a control request. Fields that are not JSON reject before anything is sent. */
  control(subtype: string, fields: object, settings?: OperationSettings): Promise<unknown> {
    try {
      const body = encodeAnyRequest(subtype, fields);
      return this.request(subtype, body, settings, cancelledMessageUuid(subtype, fields));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  request(
    subtype: string,
    body: string,
    { signal, timeoutMs }: OperationSettings = {},
    cancelsMessage?: string,
  ): Promise<unknown> {
    if (timeoutMs !== undefined) checkMilliseconds('timeoutMs', timeoutMs);
    const promise = deferred<unknown>();
    if (this.#isOver())
      return promise.reject(operationError(subtype, { kind: 'cancelled', reason: 'session' }));
    if (signal?.aborted) {
      return promise.reject(operationError(subtype, { kind: 'cancelled', reason: 'caller' }));
    }
    const key = `op_${this.#nextKey++}`;
    const cancel = () => this.actor.send({ type: 'op.cancel', key });
    const removeListener = signal ? onAbort(signal, cancel) : () => {};
    this.#operations.set(key, { subtype, promise, removeListener });
    this.#fastPath?.close();
    this.actor.send({ type: 'op.request', key, subtype, body, timeoutMs, cancelsMessage });
    return promise.promise;
  }

  /** Waits for the CLI's answer to `initialize`, no longer than the caller wants. */
  initialized(settings?: OperationSettings): Promise<unknown> {
    return waitWithin(this.initialization, 'initialize', settings, this.actor.clock);
  }

  /** Resolves when the run is over, at once if it is. */
  idle(): Promise<void> {
    const waiting = deferred<void>();
    const snapshot = this.actor.getSnapshot();
    // What a listener asks for has not reached the chart yet.
    const isAsked = this.#turns.size > 0 || this.#operations.size > 0;
    const isOver = this.#isOver() || (snapshot.matches({ running: { run: 'over' } }) && !isAsked);
    if (isOver) waiting.resolve();
    else this.#idle.push(waiting);
    return waiting.promise;
  }

  /** Reports a warning that comes from outside the chart. */
  warn(warning: Warning): void {
    this.#onEvent({ type: 'warning', ...warning });
  }

  end(): Promise<SessionOutcome> {
    this.#order({ type: 'op.end' });
    return this.ended;
  }

  stop(reason: 'stop' | 'abort' = 'stop'): Promise<SessionOutcome> {
    this.#order({ type: 'op.stop', reason });
    return this.ended;
  }

  /** XState's development build warns about events to an actor that has ended. */
  #order(order: SessionOrder): void {
    if (this.actor.getSnapshot().status === 'active') this.actor.send(order);
  }

  #isOver(): boolean {
    return this.#finished || this.actor.getSnapshot().status !== 'active';
  }

  #take(event: SessionEmitted): void {
    switch (event.type) {
      case 'messages':
        if (this.#hasLog) appendVisible(this.messages, event, this.#isVisible);
        break;
      case 'stateChanged':
        if (event.state === 'running') this.#started.resolve();
        break;
      case 'initialization':
        this.#initialization.resolve(event.response);
        break;
      case 'settled':
        this.#settleOperation(event.key, event.outcome);
        break;
      case 'turn':
        if (event.state === 'started') this.#turns.get(event.uuid)?.start();
        if ('outcome' in event || 'error' in event) {
          this.#turns.settle(event.uuid, event.outcome, event.error);
        }
        break;
      case 'runOver':
        this.#settleIdle();
        break;
      default:
        break;
    }
    this.#onEvent(event);
  }

  #settleOperation(key: string, outcome: OperationOutcome): void {
    const operation = this.#operations.get(key);
    if (!operation) return;
    this.#operations.delete(key);
    operation.removeListener();
    if (outcome.kind === 'succeeded') operation.promise.resolve(outcome.response);
    else operation.promise.reject(operationError(operation.subtype, outcome));
  }

  #settleIdle(): void {
    const waiting = this.#idle;
    this.#idle = [];
    for (const one of waiting) one.resolve();
  }

  /** However the actor ended, no promise stays pending. */
  #finish(outcome: SessionOutcome): void {
    this.#finished = true;
    const failure = outcome.kind === 'failed' ? outcome.error : undefined;
    const startError = failure ?? neverStarted(outcome);
    this.#started.reject(startError);
    this.#initialization.reject(startError);
    for (const key of [...this.#operations.keys()]) {
      this.#settleOperation(key, { kind: 'cancelled', reason: 'session' });
    }
    for (const uuid of this.#turns.uuids) {
      this.#turns.settle(uuid, undefined, failure ?? sessionEnded('the message'));
    }
    this.#settleIdle();
    this.messages.close();
    this.#launch.finish(() => this.#ended.resolve(outcome));
  }
}
