import { BroadcastLog } from './actors/messages/BroadcastLog.js';
import { keptMessages } from './defaults.js';
import type { SessionEvent, SessionEventMap } from './sessionEvents.js';
import { swallowErrors } from './util/swallowErrors.js';

/** Hands a session's events to its readers, and events and messages to its listeners. */
export class EventHub {
  readonly #log = new BroadcastLog<SessionEvent>(() => 1, { keptItems: keptMessages });
  readonly #listeners = new Map<string, Set<(event: never) => void>>();
  #last: SessionEvent | undefined;

  /** A reader. One that comes late gets what is left, and always the last event. */
  read(): AsyncIterableIterator<SessionEvent, undefined> {
    const events = this.#log.iterate();
    return this.#last ? endingWith(this.#last, events) : events;
  }

  on<Type extends keyof SessionEventMap & string>(
    type: Type,
    listen: (event: SessionEventMap[Type]) => void,
  ): () => void {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners);
    const safe = swallowErrors(listen);
    listeners.add(safe);
    return () => listeners.delete(safe);
  }

  hasListeners(type: keyof SessionEventMap & string): boolean {
    return this.#listeners.has(type);
  }

  append(event: SessionEvent): void {
    this.#log.append([event]);
    this.notify(event.type, event);
  }

  /** Appends the last event. */
  close(event: SessionEvent): void {
    this.#last = event;
    this.#log.append([event]);
    this.#log.close();
    this.notify(event.type, event);
  }

  notify<Type extends keyof SessionEventMap & string>(
    type: Type,
    event: SessionEventMap[Type],
  ): void {
    type Listener = (event: SessionEventMap[Type]) => void;
    const listeners = this.#listeners.get(type) as Set<Listener> | undefined;
    if (listeners) for (const listen of [...listeners]) listen(event);
  }
}

/** Earlier readers may have left nothing of the log. A late one still learns how it all ended. */
async function* endingWith(
  last: SessionEvent,
  events: AsyncIterable<SessionEvent>,
): AsyncGenerator<SessionEvent, undefined> {
  let hasSeenLast = false;
  for await (const event of events) {
    hasSeenLast = event === last;
    yield event;
  }
  if (!hasSeenLast) yield last;
}
