import type { Prompt } from './actors/cliPlan.js';
import type { UserFrame } from './actors/messages/userMessage.js';
import type { Message } from './codec/messages.js';
import type { InterruptReceipt } from './codec/requestsToCli.js';
import { ClaudeActorsError } from './errors.js';
import type { Options } from './options/types.js';
import type { Session } from './Session.js';
import { startSession } from './startSession.js';

/**
 * A session with the method names of the Python SDK: `connect`, `query`, `receiveResponse`,
 * `disconnect`.
 */
export class ClaudeSDKClient implements AsyncDisposable {
  readonly #options: Options;
  #start: { cancel: AbortController; session: Promise<Session> } | undefined;
  #connection: { session: Session; reader: AsyncIterableIterator<Message, undefined> } | undefined;

  /** @param options - How to start the CLI and how to talk to it. */
  constructor(options: Options = {}) {
    this.#options = options;
  }

  /**
   * Starts the CLI. If the client is connected already, only sends the prompt.
   *
   * @param prompt - The first message, or an iterable of messages.
   */
  async connect(prompt?: Prompt): Promise<void> {
    if (!this.#start || isOver(this.#connection?.session)) return this.#open(prompt);
    await this.#start.session;
    if (prompt !== undefined) await this.query(prompt);
  }

  /**
   * Sends a message, or every message of an iterable. Resolves when they are sent.
   *
   * @param prompt - The message or messages.
   * @param sessionId - Written into each message as `session_id`.
   */
  async query(prompt: Prompt, sessionId = 'default'): Promise<void> {
    const session = this.session;
    if (typeof prompt === 'string') {
      const { result } = session.send(prompt, { sessionId });
      if (isOver(session)) await result;
    } else await session.feed(withSession(prompt as AsyncIterable<UserFrame>, sessionId));
  }

  /**
   * The messages that were not received yet, and all that follow, until the session ends. Throws if
   * the session failed, for example because the CLI was killed.
   */
  receiveMessages(): AsyncIterableIterator<Message, undefined> {
    return this.#receive(() => false);
  }

  /**
   * Like `receiveMessages`, but ends after the next result. The messages after it wait for the next
   * call.
   */
  receiveResponse(): AsyncIterableIterator<Message, undefined> {
    return this.#receive((message) => message.type === 'result');
  }

  /**
   * Interrupts the current turn. Resolves when the CLI has accepted the request; the result
   * follows.
   */
  async interrupt(): Promise<InterruptReceipt | undefined> {
    return this.session.interrupt();
  }

  /** Ends the CLI, even while it is starting. Resolves when the process has exited. */
  async disconnect(): Promise<void> {
    const start = this.#start;
    if (!this.#connection) start?.cancel.abort();
    this.#start = undefined;
    this.#connection = undefined;
    await start?.session.then((session) => session.stop(), ignore);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.disconnect();
  }

  /** The session behind the client, for everything that the client has no method for. */
  get session(): Session {
    return this.#connected().session;
  }

  async #open(prompt: Prompt | undefined): Promise<void> {
    const cancel = new AbortController();
    const { signal: given } = this.#options;
    // An invalid signal is left for the option checks to report.
    const both = given instanceof AbortSignal && AbortSignal.any([given, cancel.signal]);
    const signal = both || (given ?? cancel.signal);
    const session = startSession({ prompt, options: { ...this.#options, signal } });
    const start = { cancel, session };
    this.#start = start;
    this.#connection = undefined;
    try {
      const opened = await session;
      if (this.#start !== start) throw disconnected();
      this.#connection = { session: opened, reader: opened.messages() };
    } catch (error) {
      if (cancel.signal.aborted) throw disconnected();
      if (this.#start === start) this.#start = undefined;
      throw error;
    }
  }

  #connected() {
    if (this.#connection) return this.#connection;
    throw notConnected('The client is not connected. Call connect() first.');
  }

  /** All calls share one reader, so leaving a loop early loses nothing. */
  #receive(isLast: (message: Message) => boolean): AsyncIterableIterator<Message, undefined> {
    const { session, reader } = this.#connected();
    let isOver = false;
    const iterator: AsyncIterableIterator<Message, undefined> = {
      next: async () => {
        if (isOver) return { done: true, value: undefined };
        const step = await reader.next();
        isOver = step.done === true || isLast(step.value);
        // It is over: this only says how.
        if (step.done) await session.end();
        return step;
      },
      return: async () => {
        isOver = true;
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]: () => iterator,
    };
    return iterator;
  }
}

function ignore(): void {}

function isOver(session: Session | undefined): boolean {
  return session?.state === 'stopped' || session?.state === 'failed';
}

function notConnected(message: string): ClaudeActorsError {
  return new ClaudeActorsError('NotConnected', message);
}

function disconnected(): ClaudeActorsError {
  return notConnected(
    'disconnect() was called while the client was connecting. Call connect() again.',
  );
}

async function* withSession(
  messages: AsyncIterable<UserFrame>,
  sessionId: string,
): AsyncGenerator<UserFrame> {
  for await (const message of messages) yield { session_id: sessionId, ...message };
}
