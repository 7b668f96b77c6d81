import type { AnyEventObject, Observer, Subscription } from 'xstate';

type Handler = (event: AnyEventObject) => void;

/** Those who listen to an actor. What one of them throws is reported, and harms no other. */
export class Audience {
  #observers = new Set<Observer<unknown>>();
  #handlers = new Map<string, Set<Handler>>();

  subscribe(observer: Observer<unknown>): Subscription {
    this.#observers.add(observer);
    return { unsubscribe: () => this.#observers.delete(observer) };
  }

  on(type: string, handler: Handler): Subscription {
    const handlers = this.#handlers.get(type) ?? new Set();
    const own: Handler = (event) => handler(event);
    this.#handlers.set(type, handlers.add(own));
    return { unsubscribe: () => handlers.delete(own) };
  }

  emit(event: AnyEventObject): void {
    const [own = [], all = []] = [this.#handlers.get(event.type), this.#handlers.get('*')];
    for (const handler of [...own, ...all]) safely(() => handler(event));
  }

  next(snapshot: unknown): void {
    for (const observer of this.#observers) safely(() => observer.next?.(snapshot));
  }

  complete(): void {
    for (const observer of this.#dismiss()) safely(() => observer.complete?.());
  }

  fail(error: unknown): void {
    tellError(this.#dismiss(), error);
  }

  #dismiss(): Set<Observer<unknown>> {
    const observers = this.#observers;
    this.#observers = new Set();
    this.#handlers = new Map();
    return observers;
  }
}

/** What nobody takes is reported, as every error that nobody handles. */
export function tellError(observers: Iterable<Observer<unknown>>, error: unknown): void {
  let unheard = false;
  for (const observer of observers) {
    if (observer.error) safely(() => observer.error?.(error));
    else unheard = true;
  }
  if (unheard) report(error);
}

export function safely(call: () => void): void {
  try {
    call();
  } catch (error) {
    report(error);
  }
}

function report(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}
