import { type Actor, createActor } from 'xstate';
import { encodeAnyRequest } from '../codec/control.js';
import type { MessageFrame } from '../codec/frames.js';
import type { ResultMessage } from '../codec/results.js';
import type { ClaudeActorsError } from '../errors.js';
import { uuidInUse } from '../machines/session/sessionErrors.js';
import type {
  OperationOutcome,
  PublicState,
  SessionEmitted,
  SessionInput,
  SessionOrder,
  SessionOutcome,
} from '../machines/session/sessionTypes.js';
import type { TurnOutcome } from '../machines/turnChart.js';
import { checkMilliseconds } from '../options/checks/checkFields.js';
import type { Warning } from '../options/runtimeTypes.js';
import type { ActorSettings } from './ActorSettings.js';
import { bounded, type OperationSettings } from './bounded.js';
import { type Deferred, deferred } from './deferred.js';
import { brokenChart, notStarted, stopped, turnError } from './endErrors.js';
import { endUnstarted } from './endUnstarted.js';
import { guarded } from './guarded.js';
import { sessionMachine } from './machines.js';
import type { BroadcastLog, LogLimits } from './messages/broadcastLog.js';
import { messageLog } from './messages/messageLog.js';
import { pumpPrompt } from './messages/promptPump.js';
import { appendShown } from './messages/shownMessages.js';
import { onAbort } from './onAbort.js';
import { operationError } from './operationError.js';
import { FastPath } from './process/FastPath.js';
import type { Launch } from './process/Launch.js';
import { takenBack } from './takenBack.js';

export interface SessionRuntimeOptions extends ActorSettings {
  onEvent?: (event: SessionEmitted) => void;
  /** False where nobody will read `messages`. */
  log?: Partial<LogLimits> | false;
  /** False for messages that are not for users; they are not logged. */
  shows?: (frame: MessageFrame) => boolean;
}

interface Operation {
  subtype: string;
  promise: Deferred<unknown>;
  /** Lets go of the caller's signal, which may outlive many operations. */
  unlisten(): void;
}

/** A session's actor with its promises: every one that is given is settled when the actor ends. */
export class SessionRuntime {
  readonly actor: Actor<typeof sessionMachine>;
  readonly messages: BroadcastLog<MessageFrame>;
  readonly #launch: Launch;
  readonly #fastPath: FastPath | undefined;
  readonly #onEvent: (event: SessionEmitted) => void;
  readonly #logs: boolean;
  readonly #shows: (frame: MessageFrame) => boolean;
  readonly #operations = new Map<string, Operation>();
  readonly #turns = new Map<string, Deferred<ResultMessage>>();
  readonly #started = deferred<void>();
  readonly #initialization = deferred<unknown>();
  readonly #ended = deferred<SessionOutcome>();
  #idle: Deferred<void>[] = [];
  #nextKey = 0;
  #finished = false;

  constructor(input: SessionInput & { launch: Launch }, options: SessionRuntimeOptions = {}) {
    this.#launch = input.launch;
    this.#onEvent = guarded(options.onEvent);
    this.#shows = options.shows ?? (() => true);
    this.#logs = options.log !== false;
    this.messages = messageLog(options.log || {}, (warning) => this.warn(warning));
    for (const { uuid } of input.prompt ?? []) this.#turns.set(uuid, deferred());
    // An inspector is shown every event.
    if (!options.inspect) {
      this.#fastPath = new FastPath((messages) => this.#take(messages));
      input.launch.useFastPath(this.#fastPath);
    }
    this.actor = createActor(sessionMachine, {
      input,
      ...(options.clock && { clock: options.clock }),
      ...(options.inspect && { inspect: guarded(options.inspect) }),
    });
    this.actor.on('*', (event) => {
      if (event.type === 'messages') this.#fastPath?.onHandled();
      this.#take(event);
    });
    this.actor.subscribe({
      complete: () => {
        const { status, context } = this.actor.getSnapshot();
        // Stopped as an actor, not by its chart: nothing of the outcome was decided.
        this.#finish(status === 'done' ? context.outcome : { kind: 'stopped', reason: 'stop' });
      },
      error: (cause) => {
        this.#launch.destroy();
        this.#finish({ kind: 'failed', error: brokenChart('session', cause) });
      },
    });
    endUnstarted(this.actor, () => this.#finish({ kind: 'stopped', reason: 'stop' }));
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

  /** Resolves once the session runs; rejects where it ends before that. */
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

  /** Sends a message that is encoded already; resolves with the result that answers it. */
  send(uuid: string, line: string): Promise<ResultMessage> {
    const turn = deferred<ResultMessage>();
    if (this.#isOver()) return turn.reject(stopped('the message'));
    if (this.#turns.has(uuid)) return turn.reject(uuidInUse(uuid));
    this.#turns.set(uuid, turn);
    this.#fastPath?.close();
    this.actor.send({ type: 'op.send', uuid, line });
    return turn.promise;
  }

  resultOf(uuid: string): Promise<ResultMessage> | undefined {
    return this.#turns.get(uuid)?.promise;
  }

  /** Takes messages from an iterable; rejects at once where none can be sent any more. */
  async feed(
    prompt: AsyncIterable<unknown>,
    send: (message: unknown) => Promise<unknown>,
  ): Promise<void> {
    const snapshot = this.actor.getSnapshot();
    const isOver =
      this.#isOver() ||
      snapshot.matches('stopping') ||
      snapshot.matches({ running: { input: 'closing' } });
    if (isOver) throw stopped('the message');
    await pumpPrompt(prompt, send, this.ended);
  }

  /** A control request that is yet to be encoded; what is not JSON rejects before anything is sent. */
  control(subtype: string, fields: object, settings?: OperationSettings): Promise<unknown> {
    try {
      const body = encodeAnyRequest(subtype, fields);
      return this.request(subtype, body, settings, takenBack(subtype, fields));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  request(
    subtype: string,
    body: string,
    { signal, timeoutMs }: OperationSettings = {},
    takesBack?: string,
  ): Promise<unknown> {
    if (timeoutMs !== undefined) checkMilliseconds('timeoutMs', timeoutMs);
    const promise = deferred<unknown>();
    if (this.#isOver()) return promise.reject(stopped(subtype));
    if (signal?.aborted) {
      return promise.reject(operationError(subtype, { kind: 'cancelled', reason: 'caller' }));
    }
    const key = `op_${this.#nextKey++}`;
    const cancel = () => this.actor.send({ type: 'op.cancel', key });
    const unlisten = signal ? onAbort(signal, cancel) : () => {};
    this.#operations.set(key, { subtype, promise, unlisten });
    this.#fastPath?.close();
    this.actor.send({ type: 'op.request', key, subtype, body, timeoutMs, takesBack });
    return promise.promise;
  }

  /** The CLI's answer to the handshake, awaited for no longer than the caller wants. */
  initialized(settings?: OperationSettings): Promise<unknown> {
    return bounded(this.initialization, 'initialize', settings, this.actor.clock);
  }

  /** Resolves when the run is over, at once if it is. */
  idle(): Promise<void> {
    const waiting = deferred<void>();
    const snapshot = this.actor.getSnapshot();
    // What was asked for inside a listener has not reached the chart yet.
    const asked = this.#turns.size > 0 || this.#operations.size > 0;
    const isOver = this.#isOver() || (snapshot.matches({ running: { run: 'over' } }) && !asked);
    if (isOver) waiting.resolve();
    else this.#idle.push(waiting);
    return waiting.promise;
  }

  /** Tells something that no chart has noticed. */
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

  /** What has ended takes no orders, and XState's development build would complain of it. */
  #order(order: SessionOrder): void {
    if (this.actor.getSnapshot().status === 'active') this.actor.send(order);
  }

  #isOver(): boolean {
    return this.#finished || this.actor.getSnapshot().status !== 'active';
  }

  #take(event: SessionEmitted): void {
    switch (event.type) {
      case 'messages':
        if (this.#logs) appendShown(this.messages, event, this.#shows);
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
        if ('outcome' in event || 'error' in event) {
          this.#settleTurn(event.uuid, event.outcome, event.error);
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
    operation.unlisten();
    if (outcome.kind === 'succeeded') operation.promise.resolve(outcome.response);
    else operation.promise.reject(operationError(operation.subtype, outcome));
  }

  #settleTurn(uuid: string, outcome?: TurnOutcome, error?: ClaudeActorsError): void {
    const turn = this.#turns.get(uuid);
    if (!turn) return;
    this.#turns.delete(uuid);
    if (outcome && 'result' in outcome) turn.resolve(outcome.result);
    else turn.reject(error ?? turnError(outcome));
  }

  #settleIdle(): void {
    const waiting = this.#idle;
    this.#idle = [];
    for (const one of waiting) one.resolve();
  }

  /** Nothing that was promised stays open, however the actor ended. */
  #finish(outcome: SessionOutcome): void {
    this.#finished = true;
    const failure = outcome.kind === 'failed' ? outcome.error : undefined;
    const noHandshake = failure ?? notStarted(outcome);
    this.#started.reject(noHandshake);
    this.#initialization.reject(noHandshake);
    for (const key of [...this.#operations.keys()]) {
      this.#settleOperation(key, { kind: 'cancelled', reason: 'session' });
    }
    for (const uuid of [...this.#turns.keys()]) {
      this.#settleTurn(uuid, undefined, failure ?? stopped('the message'));
    }
    this.#settleIdle();
    this.messages.close();
    this.#launch.finish(() => this.#ended.resolve(outcome));
  }
}
