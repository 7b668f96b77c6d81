import type { SessionEventMap } from '../sessionEvents.js';
import { swallowErrors } from '../util/swallowErrors.js';
import type { PooledEventType } from './PooledSession.js';

/** Whose event it is. */
export interface EventOwner {
  /** The key of the conversation. */
  key: string;
  /** The tenant that it belongs to. */
  tenant: string;
}

type Listener = (notice: { event: never; of: EventOwner }) => void;

/** The listeners of one conversation of a pool, or of the whole pool. */
export class PoolFollowers {
  readonly #listeners = new Map<string, Set<Listener>>();
  /** How many listeners keep a conversation in memory while it has no process. */
  readonly #retained = new Map<object, number>();

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

  /** Keeps a conversation in memory until the function that it returns is called. */
  retain(conversation: object): () => void {
    const retained = this.#retained;
    retained.set(conversation, (retained.get(conversation) ?? 0) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const left = (retained.get(conversation) ?? 1) - 1;
      if (left > 0) retained.set(conversation, left);
      else retained.delete(conversation);
    };
  }
}
