import { messageOfFrame } from '../actors/messages/messageLog.js';
import type { MessageSettings, UserFrame } from '../actors/messages/userMessage.js';
import type { UserContent } from '../codec/blocks.js';
import type { Message } from '../codec/messages.js';
import { Envelope } from '../Envelope.js';
import type { SlotPhase } from '../machines/pool/poolLedger.js';
import type { UsageTotals } from '../machines/usage/usageTypes.js';
import type { Session } from '../Session.js';
import type { SessionEvent, SessionEventMap } from '../sessionEvents.js';
import type { Turn } from '../Turn.js';
import type { PooledConversation } from './PooledConversation.js';

/**
 * The state of a conversation in a pool. `parked` has no process, `resolving` and `queued` wait for
 * one, `awaitingApproval` has messages that wait until an approval is answered, and `parking` and
 * `stopping` are about to lose their process.
 */
export type PooledState = 'parked' | SlotPhase;

/** What a handle needs of its pool. */
export interface PooledSessionParts {
  conversation: PooledConversation;
  state(): PooledState;
  park(): Promise<void>;
  /** Keeps the conversation alive while it has listeners. Returns a function that releases it. */
  retain(): () => void;
}

/** What `PooledSession.on()` takes. */
type PooledEvents = Pick<SessionEventMap, PooledEventType>;
/** The events of a pooled conversation that outlive its processes. */
export type PooledEventType =
  | 'turn'
  | 'task'
  | 'permission'
  | 'approval'
  | 'usage'
  | 'warning'
  | 'message';

/**
 * A conversation of a `SessionPool`. It works whether the conversation has a process, waits for one
 * or is parked, and it outlives the processes: keep it as long as you like.
 */
export class PooledSession {
  readonly #parts: PooledSessionParts;

  /** @internal */
  constructor(parts: PooledSessionParts) {
    this.#parts = parts;
  }

  /**
   * The conversation itself. It lives as long as this handle: a listener does not keep it alive.
   * @internal
   */
  static conversationOf(session: PooledSession): PooledConversation {
    return session.#parts.conversation;
  }

  /** The key that you asked the pool for. */
  get key(): string {
    return this.#parts.conversation.key;
  }

  /** Whose conversation it is. */
  get tenant(): string {
    return this.#parts.conversation.tenant;
  }

  /**
   * The id of the conversation in the CLI. A spare process brings an id of its own, so it can change
   * until the first message is sent.
   */
  get sessionId(): string {
    return this.#parts.conversation.sessionId;
  }

  /** The state of the conversation. */
  get state(): PooledState {
    return this.#parts.state();
  }

  /** The session while the conversation has a process. Use it for control requests; do not end it. */
  get session(): Session | undefined {
    return this.#parts.conversation.session;
  }

  /**
   * Sends a message. A parked conversation is resumed for it, a new one is started.
   *
   * If the process dies before it has answered, the turn is lost: it rejects with `TurnLost`. The pool
   * never sends a message twice, so send it again yourself if you want that. The next message resumes
   * the conversation.
   *
   * @param content - Text, content blocks, or a whole message in the official SDK's format.
   * @param settings - `verbatim` sends the text without expanding commands and file names.
   * @returns The turn: iterate it for its messages, or await its `result`.
   */
  send(content: UserContent | UserFrame, settings?: MessageSettings): Turn {
    return this.#parts.conversation.send(content, settings);
  }

  /**
   * What the conversation has used since your program asked the pool for it, in all processes. To
   * bill somebody, store the rows of `pool.on('usage')`.
   */
  get usage(): UsageTotals {
    return this.#parts.conversation.usage;
  }

  /** Interrupts the turn that is running. Does nothing if the conversation has no process. */
  async interrupt(): Promise<void> {
    await this.session?.interrupt();
  }

  /** Ends the process once the conversation is idle. Resolves when it is parked. */
  park(): Promise<void> {
    return this.#parts.park();
  }

  /** All messages of all its processes, from the oldest that is still kept. */
  messages(): AsyncIterableIterator<Message, undefined> {
    return this.#retained(this.#parts.conversation.log.iterate(messageOfFrame));
  }

  /** Like `messages()`, each with the line it came from. */
  envelopes(): AsyncIterableIterator<Envelope, undefined> {
    return this.#retained(this.#parts.conversation.log.iterate((frame) => new Envelope(frame)));
  }

  /** The turns, tasks, permission requests, approvals, usage and warnings of all its processes. */
  events(): AsyncIterableIterator<SessionEvent, undefined> {
    return this.#retained(this.#parts.conversation.events.read());
  }

  /**
   * Calls `listen` for every event of a type, or for every message, of all its processes.
   *
   * @param type - The type of event, or `message`.
   * @param listen - Your listener. If it throws, the conversation goes on.
   * @returns A function that removes the listener.
   */
  on<Type extends PooledEventType>(
    type: Type,
    listen: (event: PooledEvents[Type]) => void,
  ): () => void {
    const release = this.#parts.retain();
    const remove = this.#parts.conversation.events.on(type, listen);
    return () => {
      remove();
      release();
    };
  }

  /** Keeps the conversation alive while somebody waits for the next item. */
  #retained<Item>(
    items: AsyncIterableIterator<Item, undefined>,
  ): AsyncIterableIterator<Item, undefined> {
    const { retain } = this.#parts;
    const iterator: AsyncIterableIterator<Item, undefined> = {
      next() {
        const release = retain();
        const step = items.next();
        step.then(release, release);
        return step;
      },
      return: () => items.return?.() ?? Promise.resolve({ done: true, value: undefined }),
      [Symbol.asyncIterator]: () => iterator,
    };
    return iterator;
  }
}
