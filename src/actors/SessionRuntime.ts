import { type Actor, createActor } from 'xstate';
import { encodeAnyRequest } from '../codec/control.js';
import type { MessageFrame } from '../codec/frames.js';
import type { ClaudeActorsError } from '../errors.js';
import { uuidInUse } from '../machines/session/sessionErrors.js';
import type {
  PublicState,
  SessionEmitted,
  SessionInput,
  SessionOrder,
  SessionOutcome,
} from '../machines/session/sessionTypes.js';
import { checkMilliseconds } from '../options/checks/checkFields.js';
import type { Warning } from '../options/runtimeTypes.js';
import { withoutSecrets } from '../secrets/redactDeep.js';
import { type Deferred, deferred } from '../util/deferred.js';
import { swallowErrors } from '../util/swallowErrors.js';
import { sessionMachine } from './machines.js';
import type { BroadcastLog, LogLimits } from './messages/BroadcastLog.js';
import { appendVisible, createMessageLog } from './messages/messageLog.js';
import { pumpPrompt } from './messages/promptPump.js';
import { OpenOperations } from './OpenOperations.js';
import { OpenTurn, OpenTurns } from './OpenTurns.js';
import {
  cancelledMessageUuid,
  machineFailed,
  neverStarted,
  type OperationSettings,
  operationError,
  publicState,
  sessionEnded,
  waitWithin,
} from './operations.js';
import { patientClock } from './patientClock.js';
import { FastPath } from './process/FastPath.js';
import type { Launch } from './process/Launch.js';
import { notifyStopBeforeStart } from './runLifetime.js';
import type { ActorSettings } from './runtimeSettings.js';
import { mirrorErrorFrames } from './store/mirrorErrorFrames.js';

export interface SessionRuntimeOptions extends ActorSettings {
  onEvent?: (event: SessionEmitted) => void;
  /** Limits of the log, or false if nobody will read `messages`. */
  log?: Partial<LogLimits> | false;
  /** Work once the process is gone, before the session counts as ended. Must not reject. */
  beforeEnd?: () => Promise<void> | undefined;
  /** Which messages are logged. Default: all. */
  isVisible?: (frame: MessageFrame) => boolean;
}

/** Runs a session's actor behind promises. All of them are settled when the actor ends. */
export class SessionRuntime {
  readonly actor: Actor<typeof sessionMachine>;
  readonly messages: BroadcastLog<MessageFrame>;
  readonly #launch: Launch;
  readonly #fastPath: FastPath | undefined;
  readonly #listener: (event: SessionEmitted) => void;
  readonly #beforeEnd: SessionRuntimeOptions['beforeEnd'];
  readonly #hasLog: boolean;
  readonly #isVisible: (frame: MessageFrame) => boolean;
  readonly #operations: OpenOperations;
  readonly #turns = new OpenTurns();
  readonly #started = deferred<void>();
  readonly #initialization = deferred<unknown>();
  #latestInitialization: Promise<unknown> | undefined;
  readonly #ended = deferred<SessionOutcome>();
  readonly #idleWaiters: Deferred<void>[] = [];
  #nextKey = 0;
  #outcome: SessionOutcome | undefined;

  constructor(input: SessionInput & { launch: Launch }, options: SessionRuntimeOptions = {}) {
    this.#launch = input.launch;
    this.#operations = new OpenOperations(input.launch);
    this.#listener = swallowErrors(options.onEvent);
    this.#isVisible = options.isVisible ?? (() => true);
    this.#beforeEnd = options.beforeEnd;
    this.#hasLog = options.log !== false;
    this.messages = createMessageLog(options.log || {}, (warning) => this.warn(warning));
    for (const { uuid } of input.prompt ?? []) this.#turns.open(uuid);
    // An inspector must see every event.
    if (!options.inspect) {
      this.#fastPath = new FastPath((messages) => this.#onEmitted(messages));
      input.launch.useFastPath(this.#fastPath);
    }
    this.actor = createActor(sessionMachine, {
      input,
      clock: patientClock(options.clock),
      ...(options.id !== undefined && { id: options.id }),
      ...(options.inspect && { inspect: swallowErrors(options.inspect) }),
    });
    this.actor.on('*', (event) => {
      if (event.type === 'messages') this.#fastPath?.onHandled();
      this.#onEmitted(event);
    });
    this.actor.subscribe({
      complete: () => {
        const { status, context } = this.actor.getSnapshot();
        // If it was stopped from outside, the machine has set no outcome.
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
    return publicState(this.actor.getSnapshot(), this.#outcome !== undefined);
  }

  /** Resolves once the session runs; rejects if it ends before that. */
  get started(): Promise<void> {
    return this.#started.promise;
  }

  /** The CLI's answer to the handshake, or what has replaced it since. */
  get initialization(): Promise<unknown> {
    return this.#latestInitialization ?? this.#initialization.promise;
  }

  replaceInitialization(answer: Promise<unknown>): void {
    this.#latestInitialization = answer;
  }

  /** Resolves when the process is gone. */
  get ended(): Promise<SessionOutcome> {
    return this.#ended.promise;
  }

  /** Sends an encoded message. Calls `onOpen` before: a process may answer while it is written to. */
  send(uuid: string, line: string, onOpen?: (turn: OpenTurn) => void): OpenTurn {
    const inUse = this.#turns.get(uuid) && uuidInUse(uuid);
    const why = this.#isOver() ? this.#endedError('the message') : inUse;
    const turn = why ? new OpenTurn().refuse(why) : this.#turns.open(uuid);
    onOpen?.(turn);
    if (why) return turn;
    this.#fastPath?.close();
    this.actor.send({ type: 'op.send', uuid, line });
    return turn;
  }

  /** The turn of a message, while it waits for its result. */
  turn(uuid: string): OpenTurn | undefined {
    return this.#turns.get(uuid);
  }

  /** The uuids of the messages that wait for a result. */
  get openTurns(): readonly string[] {
    return this.#turns.uuids;
  }

  /** Sends the messages of an iterable. Rejects at once if the session takes no more messages. */
  async feed(
    prompt: AsyncIterable<unknown>,
    send: (message: unknown) => Promise<unknown>,
  ): Promise<void> {
    const snapshot = this.actor.getSnapshot();
    const isEnding =
      snapshot.matches('stopping') || snapshot.matches({ running: { input: 'closing' } });
    if (this.#isOver() || isEnding) throw this.#endedError('the message');
    await pumpPrompt(prompt, send, this.ended);
  }

  /** Encodes and sends a control request. Rejects if the fields cannot be encoded as JSON. */
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
    if (this.#isOver()) return deferred().reject(this.#endedError(subtype));
    if (signal?.aborted) {
      const facts = { operation: subtype, launch: this.#launch };
      return deferred().reject(operationError(facts, { kind: 'cancelled', reason: 'caller' }));
    }
    const key = `op_${this.#nextKey++}`;
    const cancel = () => this.actor.send({ type: 'op.cancel', key });
    const answer = this.#operations.open(key, subtype, signal, cancel);
    this.#fastPath?.close();
    this.actor.send({ type: 'op.request', key, subtype, body, timeoutMs, cancelsMessage });
    return answer;
  }

  /** Waits for the CLI's answer to `initialize`, within the caller's timeout and signal. */
  initialized(settings?: OperationSettings): Promise<unknown> {
    const facts = { operation: 'initialize', launch: this.#launch };
    return waitWithin(this.initialization, facts, settings, this.actor.clock);
  }

  /** Resolves when the run is over: at once if it already is. */
  idle(): Promise<void> {
    const waiting = deferred<void>();
    // What a listener has just sent has not reached the machine yet.
    const hasOpenWork = this.#turns.size + this.#operations.size > 0;
    const isRunOver = () => this.actor.getSnapshot().matches({ running: { run: 'over' } });
    // A machine that threw has a snapshot without states.
    if (this.#isOver() || (!hasOpenWork && isRunOver())) waiting.resolve();
    else this.#idleWaiters.push(waiting);
    return waiting.promise;
  }

  /** Reports a warning that comes from outside the machine. */
  warn(warning: Warning): void {
    const clean = withoutSecrets(warning);
    this.#listener({ type: 'warning', ...clean });
    const frames = mirrorErrorFrames(clean);
    if (frames.length > 0) this.#onEmitted({ type: 'messages', frames });
  }

  end(): Promise<SessionOutcome> {
    this.#sendIfActive({ type: 'op.end' });
    return this.ended;
  }

  stop(reason: 'stop' | 'abort' = 'stop'): Promise<SessionOutcome> {
    this.#sendIfActive({ type: 'op.stop', reason });
    return this.ended;
  }

  /** XState's development build warns about events sent to an ended actor. */
  #sendIfActive(order: SessionOrder): void {
    if (this.actor.getSnapshot().status === 'active') this.actor.send(order);
  }

  /** Before `#finish` has been called, the session is ending and may not say why yet. */
  #endedError(operation: string): ClaudeActorsError {
    const outcome = this.#outcome ?? this.actor.getSnapshot().context.outcome;
    return sessionEnded(operation, { outcome, launch: this.#launch });
  }

  #isOver(): boolean {
    return this.#outcome !== undefined || this.actor.getSnapshot().status !== 'active';
  }

  #onEmitted(event: SessionEmitted): void {
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
      case 'initializationMissing':
        this.#initialization.reject(event.error);
        break;
      case 'settled':
        this.#operations.settle(event.key, event.outcome, event.requestId);
        break;
      case 'turn':
        if (event.state === 'started') this.#turns.get(event.uuid)?.start();
        if (event.state === 'refused' && event.error) this.#turns.refuse(event.uuid, event.error);
        else if ('outcome' in event || 'error' in event) {
          this.#turns.settle(event.uuid, event.outcome, event.error);
        }
        break;
      case 'runOver':
        for (const waiting of this.#idleWaiters.splice(0)) waiting.resolve();
        break;
      default:
        break;
    }
    this.#listener(event);
  }

  /** Settles every promise, however the actor ended. */
  #finish(outcome: SessionOutcome): void {
    this.#outcome = outcome;
    const startError = neverStarted({ outcome, launch: this.#launch });
    this.#started.reject(startError);
    this.#initialization.reject(startError);
    this.#operations.failAll((subtype) => this.#endedError(subtype));
    for (const uuid of this.#turns.uuids) {
      const error = outcome.kind === 'failed' ? outcome.error : this.#endedError('the message');
      this.#turns.settle(uuid, undefined, error);
    }
    for (const waiting of this.#idleWaiters.splice(0)) waiting.resolve();
    this.messages.close();
    this.#launch.finish(() => this.#ended.resolve(outcome), this.#beforeEnd?.());
  }
}
