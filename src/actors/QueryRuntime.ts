import { type Actor, createActor } from 'xstate';
import { defaultSizes } from '../defaults.js';
import type { ClaudeActorsError } from '../errors.js';
import type {
  QueryEmitted,
  QueryInput,
  QueryItem,
  QueryOrder,
  StreamWarning,
} from '../machines/query/queryTypes.js';
import { withoutSecrets } from '../secrets/redactDeep.js';
import { type Deferred, deferred } from '../util/deferred.js';
import { swallowErrors } from '../util/swallowErrors.js';
import { queryMachine } from './machines.js';
import { ItemQueue, type Select } from './messages/ItemQueue.js';
import { machineFailed } from './operations.js';
import { patientClock } from './patientClock.js';
import type { Launch } from './process/Launch.js';
import { notifyStopBeforeStart } from './runLifetime.js';
import type { ActorSettings } from './runtimeSettings.js';

export interface QueryRuntimeOptions extends ActorSettings {
  onEvent?: (event: QueryEmitted) => void;
  unreadBytes?: number;
  /** Work once the process is gone, before the query counts as exited. Must not reject. */
  beforeEnd?: () => Promise<void> | undefined;
}

/** Runs a query's actor and hands out its items, one per pull. They end however the actor ends. */
export class QueryRuntime {
  readonly actor: Actor<typeof queryMachine>;
  readonly #launch: Launch;
  readonly #items: ItemQueue;
  readonly #exited: Deferred<void> = deferred();
  readonly #listener: (event: QueryEmitted) => void;
  readonly #beforeEnd: QueryRuntimeOptions['beforeEnd'];
  #closing = false;
  /** How the items will end, once the work after the process's exit is done. */
  #pendingEnd: { error?: ClaudeActorsError } | undefined;

  constructor(input: QueryInput & { launch: Launch }, options: QueryRuntimeOptions = {}) {
    this.#launch = input.launch;
    this.#listener = swallowErrors(options.onEvent);
    this.#beforeEnd = options.beforeEnd;
    this.#items = new ItemQueue(options.unreadBytes ?? defaultSizes.unread, {
      onFull: () => this.#sendIfActive({ type: 'query.full' }),
      onDrained: () => this.#sendIfActive({ type: 'query.drained' }),
    });
    this.actor = createActor(queryMachine, {
      input,
      clock: patientClock(options.clock),
      ...(options.id !== undefined && { id: options.id }),
      ...(options.inspect && { inspect: swallowErrors(options.inspect) }),
    });
    this.actor.on('*', (event) => this.#onEmitted(event));
    this.actor.subscribe({
      complete: () => this.#finish(),
      error: (cause) => {
        this.#launch.destroy();
        this.#finish(machineFailed('query', cause));
      },
    });
    notifyStopBeforeStart(this.actor, () => this.#finish());
  }

  start(): this {
    this.actor.start();
    return this;
  }

  next(): Promise<IteratorResult<QueryItem, undefined>> {
    return this.#items.next();
  }

  pick<Value>(select: Select<Value>): Promise<IteratorResult<Value, undefined>> {
    return this.#items.pick(select);
  }

  /** Resolves when the process is gone. */
  get exited(): Promise<void> {
    return this.#exited.promise;
  }

  /** Reports a warning that comes from outside the machine. */
  warn(warning: StreamWarning): void {
    const item = { kind: 'warning' as const, warning: withoutSecrets(warning) };
    this.#onEmitted({ type: 'items', items: [item] });
  }

  interrupt(): void {
    this.#sendIfActive({ type: 'query.interrupt' });
  }

  close(reason: 'close' | 'abort' = 'close'): Promise<void> {
    this.#closing = true;
    this.#items.discard();
    if (this.#pendingEnd) this.#items.end(this.#pendingEnd.error);
    this.#sendIfActive({ type: 'query.close', reason });
    return this.exited;
  }

  #onEmitted(event: QueryEmitted): void {
    if (event.type === 'items') this.#items.append(event.items);
    if (event.type === 'ended') this.#endItems(event.error);
    this.#listener(event);
  }

  /** Waits for the work after the exit, which may bring warnings, unless the query was closed. */
  #endItems(error: ClaudeActorsError | undefined): void {
    if (this.#launch.hasWorkAfterExit && !this.#closing) this.#pendingEnd ??= { error };
    else this.#items.end(error);
  }

  #sendIfActive(order: QueryOrder): void {
    if (this.actor.getSnapshot().status === 'active') this.actor.send(order);
  }

  #finish(error?: ClaudeActorsError): void {
    if (error) this.#onEmitted({ type: 'ended', error });
    this.#launch.finish(() => {
      this.#items.end(this.#pendingEnd?.error);
      this.#exited.resolve();
    }, this.#beforeEnd?.());
  }
}
