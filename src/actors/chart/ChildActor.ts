import {
  type ActorLogic,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyActorScope,
  type AnyEventObject,
  type EventObject,
  type Observer,
  type Snapshot,
  type Subscription,
  toObserver,
} from 'xstate';
import { Audience, safely, tellError } from './Audience.js';

/** A chart that is compiled; it asks of its scope no more than a `ChildActor` has. */
export type CompiledLogic = ActorLogic<Snapshot<unknown>, AnyEventObject, unknown>;

/** What is used of XState's system; where it is missing, children are actors of XState. */
interface System {
  _bookId(): string;
  _register(sessionId: string, actor: unknown): void;
  _unregister(actor: unknown): void;
  _relay(from: unknown, to: unknown, event: EventObject): void;
  _sendInspectionEvent(event: object): void;
}

export interface ChildOptions {
  id: string | undefined;
  src: string;
  parent: AnyActorRef;
  input: unknown;
}

/** The numbers by which XState knows how far an actor has come. */
const notStarted = 0;
const running = 1;
const stopped = 2;

/** By which libraries for observables know one another. */
const observable = ((Symbol as { observable?: symbol }).observable ?? '@@observable') as symbol;

/**
 * A child of a chart that is itself a compiled chart. To everybody else it is an actor of XState;
 * it makes what most children never need, as for somebody who subscribes, only when that is asked for.
 */
export class ChildActor {
  readonly id: string;
  readonly sessionId: string;
  readonly src: string;
  readonly logic: AnyActorLogic;
  readonly options: ChildOptions;
  readonly system: System;
  readonly clock: unknown;
  readonly logger: unknown;
  readonly _parent: AnyActorRef;
  _processingStatus = notStarted;
  readonly #chart: CompiledLogic;
  #snapshot: Snapshot<unknown>;
  #effects: (() => void)[] | undefined;
  /** Until it has been started, and while it deals with an event, others wait. */
  #busy = true;
  #waiting: AnyEventObject[] | undefined;
  #audience: Audience | undefined;

  static make(
    logic: AnyActorLogic,
    chart: CompiledLogic,
    options: ChildOptions,
  ): AnyActorRef | undefined {
    const { system } = options.parent as unknown as { system: Partial<System> };
    const { _bookId, _register, _unregister, _relay, _sendInspectionEvent } = system;
    if (!_bookId || !_register || !_unregister || !_relay || !_sendInspectionEvent)
      return undefined;
    return new ChildActor(logic, chart, options) as unknown as AnyActorRef;
  }

  private constructor(logic: AnyActorLogic, chart: CompiledLogic, options: ChildOptions) {
    const parent = options.parent as unknown as Pick<ChildActor, 'system' | 'clock' | 'logger'>;
    this.system = parent.system;
    this.clock = parent.clock;
    this.logger = parent.logger;
    this.sessionId = this.system._bookId();
    this.id = options.id ?? this.sessionId;
    this.src = options.src;
    this.logic = logic;
    this.options = options;
    this._parent = options.parent;
    this.#chart = chart;
    this.system._sendInspectionEvent({ type: '@xstate.actor', actorRef: this });
    try {
      this.#snapshot = chart.getInitialSnapshot(scopeOf(this), options.input);
    } catch (error) {
      this.#snapshot = { status: 'error', output: undefined, error };
    }
  }

  get ref(): this {
    return this;
  }

  /** It is its own scope. */
  get self(): this {
    return this;
  }

  defer(effect: () => void): void {
    if (this.#effects) this.#effects.push(effect);
    else this.#effects = [effect];
  }

  emit(event: AnyEventObject): void {
    this.#audience?.emit(event);
  }

  stopChild(child: ChildActor): void {
    child._stop();
  }

  start(): this {
    if (this._processingStatus === running) return this;
    this._processingStatus = running;
    this.system._register(this.sessionId, this);
    const event = { type: 'xstate.init', input: this.options.input };
    this.system._sendInspectionEvent({
      type: '@xstate.event',
      sourceRef: this._parent,
      actorRef: this,
      event,
    });
    const { status } = this.#snapshot;
    if (status === 'error') {
      this.#fail(this.#snapshot.error);
      return this;
    }
    this.#update(this.#snapshot, event);
    if (status === 'done') return this;
    this.#busy = false;
    this.#dealWithWaiting();
    return this;
  }

  /** Needs no `this`, as that of XState. */
  get send(): (event: AnyEventObject) => void {
    return (event) => this.system._relay(undefined, this, event);
  }

  _send(event: AnyEventObject): void {
    if (this._processingStatus === stopped) return;
    if (!this.#busy) {
      this.#take(event);
      if (this.#waiting) this.#dealWithWaiting();
    } else if (this.#waiting) this.#waiting.push(event);
    else this.#waiting = [event];
  }

  stop(): never {
    throw new Error('A non-root actor cannot be stopped directly.');
  }

  _stop(): this {
    this.#waiting = undefined;
    if (this._processingStatus === notStarted) this._processingStatus = stopped;
    else this._send({ type: 'xstate.stop' });
    return this;
  }

  getSnapshot(): Snapshot<unknown> {
    return this.#snapshot;
  }

  getPersistedSnapshot(options?: unknown): Snapshot<unknown> {
    return this.#chart.getPersistedSnapshot(this.#snapshot, options);
  }

  toJSON(): object {
    return { xstate$$type: 1, id: this.id };
  }

  subscribe(
    next: Partial<Observer<unknown>> | ((snapshot: unknown) => void),
    error?: (error: unknown) => void,
    complete?: () => void,
  ): Subscription {
    const observer = toObserver(next as Observer<unknown>, error, complete);
    if (this._processingStatus !== stopped) {
      this.#audience ??= new Audience();
      return this.#audience.subscribe(observer);
    }
    if (this.#snapshot.status === 'done') safely(() => observer.complete?.());
    if (this.#snapshot.status === 'error') tellError([observer], this.#snapshot.error);
    return { unsubscribe() {} };
  }

  on(type: string, handler: (event: AnyEventObject) => void): Subscription {
    this.#audience ??= new Audience();
    return this.#audience.on(type, handler);
  }

  select<Selected>(
    selector: (snapshot: unknown) => Selected,
    equals: (a: Selected, b: Selected) => boolean = Object.is,
  ): { subscribe(observer: Observer<Selected>): Subscription; get(): Selected } {
    return {
      subscribe: (given) => {
        const observer = toObserver(given);
        let before = selector(this.#snapshot);
        return this.subscribe((snapshot) => {
          const now = selector(snapshot);
          if (equals(before, now)) return;
          before = now;
          observer.next?.(now);
        });
      },
      get: () => selector(this.#snapshot),
    };
  }

  [observable](): this {
    return this;
  }

  #dealWithWaiting(): void {
    for (let next = this.#waiting?.shift(); next; next = this.#waiting?.shift()) this.#take(next);
    this.#waiting = undefined;
  }

  #take(event: AnyEventObject): void {
    this.#busy = true;
    let next: Snapshot<unknown>;
    try {
      next = this.#chart.transition(this.#snapshot, event, scopeOf(this));
    } catch (error) {
      this.#snapshot = broken(this.#snapshot, error);
      this.#fail(error);
      return;
    }
    this.#update(next, event);
    if (event.type === 'xstate.stop') {
      this.#leave();
      this.#audience?.complete();
    }
    this.#busy = false;
  }

  #update(snapshot: Snapshot<unknown>, event: AnyEventObject): void {
    this.#snapshot = snapshot;
    try {
      this.#doEffects();
    } catch (error) {
      this.#snapshot = broken(snapshot, error);
    }
    const { status } = this.#snapshot;
    if (status === 'active' || status === 'done') this.#audience?.next(snapshot);
    if (status === 'done') {
      this.#leave();
      this.#audience?.complete();
      const { output } = this.#snapshot as { output: unknown };
      const type = `xstate.done.actor.${this.id}`;
      this.system._relay(this, this._parent, { type, output, actorId: this.id } as EventObject);
    } else if (status === 'error') {
      this.#fail((this.#snapshot as { error: unknown }).error);
    }
    this.system._sendInspectionEvent({
      type: '@xstate.snapshot',
      actorRef: this,
      event,
      snapshot,
    });
  }

  #doEffects(): void {
    const effects = this.#effects;
    if (!effects) return;
    this.#effects = undefined;
    for (const effect of effects) effect();
  }

  #fail(error: unknown): void {
    this.#leave();
    this.#audience?.fail(error);
    const type = `xstate.error.actor.${this.id}`;
    this.system._relay(this, this._parent, { type, error, actorId: this.id } as EventObject);
  }

  #leave(): void {
    if (this._processingStatus !== running) return;
    this._processingStatus = stopped;
    this.#waiting = undefined;
    this.system._unregister(this);
  }
}

function scopeOf(actor: ChildActor): AnyActorScope {
  return actor as unknown as AnyActorScope;
}

function broken(snapshot: Snapshot<unknown>, error: unknown): Snapshot<unknown> {
  return { ...snapshot, status: 'error', error } as Snapshot<unknown>;
}
