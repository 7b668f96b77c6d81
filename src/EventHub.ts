import { BroadcastLog } from './actors/messages/BroadcastLog.js';
import { keptMessages } from './defaults.js';
import type { ApprovalNotice } from './options/approvalTypes.js';
import type { Warning } from './options/runtimeTypes.js';
import { withoutSecrets } from './secrets/redactDeep.js';
import type { SessionEvent, SessionEventMap } from './sessionEvents.js';
import { roughSize } from './util/roughSize.js';
import { swallowErrors } from './util/swallowErrors.js';

interface Entry {
  readonly event: SessionEvent;
  readonly bytes: number;
}

/** Hands a session's events to its readers, and events and messages to its listeners. */
export class EventHub {
  readonly #log: BroadcastLog<Entry>;
  readonly #listeners = new Map<string, Set<(event: never) => void>>();
  readonly #relay: EventHub['notify'];
  #last: SessionEvent | undefined;
  /** Many turns may share a result. It is in memory once, so it counts once. */
  #countedResult: unknown;

  constructor(
    { unreadBytes }: { unreadBytes?: number | undefined },
    warn: (warning: Warning) => void,
    /** Gets every event, too. */
    relay: EventHub['notify'] = () => {},
  ) {
    this.#relay = relay;
    const limits = { keptItems: keptMessages, ...(unreadBytes && { unreadBytes }) };
    this.#log = new BroadcastLog(
      ({ bytes }) => bytes,
      limits,
      (bytes) =>
        warn({
          code: 'ConsumerSlow',
          message: `A reader of events is about ${bytes} bytes behind. Read faster, leave the loop, or raise \`limits.unreadBytes\`.`,
          context: { bytes },
        }),
    );
  }

  /** A reader. One that comes late gets what is left, and always the last event. */
  read(): AsyncIterableIterator<SessionEvent, undefined> {
    const events = this.#log.iterate(({ event }) => event);
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
    this.#log.append([this.#entry(event)]);
    this.notify(event.type, event);
  }

  appendApproval(notice: ApprovalNotice): void {
    this.append(withoutSecrets({ type: 'approval' as const, ...notice }));
  }

  /** Appends the last event. */
  close(event: SessionEvent): void {
    this.#last = event;
    this.#log.append([this.#entry(event)]);
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
    this.#relay(type, event);
  }

  #entry(event: SessionEvent): Entry {
    if (event.type !== 'turn' || !event.result) return { event, bytes: roughSize(event) };
    const { result, ...rest } = event;
    const isCounted = result === this.#countedResult;
    this.#countedResult = result;
    return { event, bytes: roughSize(isCounted ? rest : event) };
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
