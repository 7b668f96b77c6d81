import { type Actor, createActor } from 'xstate';
import { ClaudeActorsError } from '../errors.js';
import type { QueryEmitted, QueryInput, QueryItem } from '../machines/query/queryTypes.js';
import { type Deferred, deferred } from './deferred.js';
import { endBroken } from './endBroken.js';
import { guarded } from './guarded.js';
import { ItemQueue } from './itemQueue.js';
import type { Launch } from './Launch.js';
import type { ActorSettings } from './sessionRuntime.js';
import { queryMachine } from './wiredMachines.js';

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

  constructor(input: QueryInput & { launch: Launch }, options: QueryRuntimeOptions = {}) {
    this.#launch = input.launch;
    this.#onEvent = guarded(options.onEvent);
    this.#items = new ItemQueue(options.unreadBytes ?? 64 * 1024 * 1024, {
      onDry: () => this.actor.send({ type: 'query.pulled' }),
      onFull: () => this.actor.send({ type: 'query.full' }),
      onDrained: () => this.actor.send({ type: 'query.drained' }),
    });
    this.actor = createActor(queryMachine, {
      input,
      ...(options.clock && { clock: options.clock }),
      ...(options.inspect && { inspect: guarded(options.inspect) }),
    });
    this.actor.on('*', (event) => this.#take(event));
    this.actor.subscribe({
      complete: () => this.#finish(),
      error: (cause) => {
        endBroken(this.actor, this.#launch);
        this.#finish(brokenChart(cause));
      },
    });
  }

  start(): this {
    this.actor.start();
    return this;
  }

  next(): Promise<IteratorResult<QueryItem>> {
    return this.#items.next();
  }

  /** Resolves when the process is gone. */
  get exited(): Promise<void> {
    return this.#exited.promise;
  }

  interrupt(): void {
    this.actor.send({ type: 'query.interrupt' });
  }

  close(reason: 'close' | 'abort' = 'close'): Promise<void> {
    this.#items.discard();
    this.actor.send({ type: 'query.close', reason });
    return this.exited;
  }

  #take(event: QueryEmitted): void {
    if (event.type === 'items') this.#items.append(event.items);
    if (event.type === 'ended') this.#items.end(event.error);
    this.#onEvent(event);
  }

  #finish(error?: ClaudeActorsError): void {
    this.#items.end(error);
    this.#exited.resolve();
  }
}

function brokenChart(cause: unknown): ClaudeActorsError {
  const message =
    'The query broke by a fault of claude-actors itself; its process was killed. Please report it with the cause.';
  return new ClaudeActorsError('ProcessError', message, {}, { cause });
}
