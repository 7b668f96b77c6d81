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
import { type Deferred, deferred } from '../util/deferred.js';
import { swallowErrors } from '../util/swallowErrors.js';
import { queryMachine } from './machines.js';
import { ItemQueue, type Select } from './messages/ItemQueue.js';
import { machineFailed } from './operations.js';
import type { Launch } from './process/Launch.js';
import { notifyStopBeforeStart } from './runLifetime.js';
import type { ActorSettings } from './runtimeSettings.js';

export interface QueryRuntimeOptions extends ActorSettings {
  onEvent?: (event: QueryEmitted) => void;
  unreadBytes?: number;
}

/** A query's actor with its items: one a pull, and an end that always comes. */
export class QueryRuntime {
  readonly actor: Actor<typeof queryMachine>;
  readonly #launch: Launch;
  readonly #items: ItemQueue;
  readonly #exited: Deferred<void> = deferred();
  readonly #onEvent: (event: QueryEmitted) => void;
  #closing = false;
  /** How the stream will end, where that waits for more than the chart. */
  #end: { error?: ClaudeActorsError } | undefined;

  constructor(input: QueryInput & { launch: Launch }, options: QueryRuntimeOptions = {}) {
    this.#launch = input.launch;
    this.#onEvent = swallowErrors(options.onEvent);
    this.#items = new ItemQueue(options.unreadBytes ?? defaultSizes.unread, {
      onDry: () => this.#order({ type: 'query.pulled' }),
      onFull: () => this.#order({ type: 'query.full' }),
      onDrained: () => this.#order({ type: 'query.drained' }),
    });
    this.actor = createActor(queryMachine, {
      input,
      ...(options.clock && { clock: options.clock }),
      ...(options.inspect && { inspect: swallowErrors(options.inspect) }),
    });
    this.actor.on('*', (event) => this.#take(event));
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

  /** Tells something that the chart has not noticed. */
  warn(warning: StreamWarning): void {
    this.#take({ type: 'items', items: [{ kind: 'warning', warning }] });
  }

  interrupt(): void {
    this.#order({ type: 'query.interrupt' });
  }

  close(reason: 'close' | 'abort' = 'close'): Promise<void> {
    this.#closing = true;
    this.#items.discard();
    if (this.#end) this.#items.end(this.#end.error);
    this.#order({ type: 'query.close', reason });
    return this.exited;
  }

  #take(event: QueryEmitted): void {
    if (event.type === 'items') this.#items.append(event.items);
    if (event.type === 'ended') this.#endItems(event.error);
    this.#onEvent(event);
  }

  /** What follows the process's end may still bring warnings, but keeps nobody who has closed. */
  #endItems(error: ClaudeActorsError | undefined): void {
    if (this.#launch.lingers && !this.#closing) this.#end ??= { error };
    else this.#items.end(error);
  }

  #order(order: QueryOrder): void {
    if (this.actor.getSnapshot().status === 'active') this.actor.send(order);
  }

  #finish(error?: ClaudeActorsError): void {
    if (error) this.#take({ type: 'ended', error });
    this.#launch.finish(() => {
      this.#items.end(this.#end?.error);
      this.#exited.resolve();
    });
  }
}
