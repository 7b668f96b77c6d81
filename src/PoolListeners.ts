import type { PooledEventType } from './PooledSession.js';
import type { SessionEventMap } from './sessionEvents.js';
import { swallowErrors } from './util/swallowErrors.js';

/** Whose event it is. */
export interface EventOwner {
  /** The key of the conversation. */
  key: string;
  /** The tenant that it belongs to. */
  tenant: string;
}

type Listener = (told: { event: never; of: EventOwner }) => void;

/** The listeners of a pool, who follow all its conversations. */
export class PoolListeners {
  readonly #listeners = new Map<string, Set<Listener>>();

  on<Type extends PooledEventType>(
    type: Type,
    listen: (event: SessionEventMap[Type], of: EventOwner) => void,
  ): () => void {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners);
    const safe: Listener = swallowErrors(({ event, of }) => listen(event, of));
    listeners.add(safe);
    return () => void listeners.delete(safe);
  }

  notify<Type extends keyof SessionEventMap & string>(
    type: Type,
    event: SessionEventMap[Type],
    of: EventOwner,
  ): void {
    for (const listen of [...(this.#listeners.get(type) ?? [])])
      listen({ event: event as never, of });
  }
}
