import { deferred } from './actors/deferred.js';
import type { LogReader } from './actors/messages/logCursor.js';
import type { Message } from './codec/messages.js';
import type { ResultMessage } from './codec/results.js';
import { ClaudeActorsError } from './errors.js';

export interface TurnParts {
  uuid: string;
  result: Promise<ResultMessage>;
  /** Reads from the moment at which the message was sent. */
  reader: LogReader<Message>;
  interrupt(started: boolean): Promise<void>;
}

/**
 * One message that was sent, with what the CLI says to it. Iterating gives its messages, the result
 * last; a turn that is lost or discarded throws. Its messages can be read once.
 */
export class Turn implements AsyncIterable<Message> {
  readonly uuid: string;
  /** The result that answers the message; several messages may share one. */
  readonly result: Promise<ResultMessage>;
  readonly #parts: TurnParts;
  readonly #beginning = deferred<void>();
  #phase: 'waiting' | 'begun' | 'over' = 'waiting';
  #wasRead = false;
  /** Whether the reader has had the result, or has left. */
  #isRead = false;
  #answer: ResultMessage | undefined;
  #error: ClaudeActorsError | undefined;

  constructor(parts: TurnParts) {
    this.#parts = parts;
    this.uuid = parts.uuid;
    this.result = parts.result;
    // Whoever wants to know of a failure awaits it; a turn that nobody awaits harms nobody.
    this.result.catch(() => {});
  }

  /** Ends this turn, or takes its message back where the CLI has not begun with it. */
  async interrupt(): Promise<void> {
    if (this.#phase !== 'over') await this.#parts.interrupt(this.#phase === 'begun');
  }

  [Symbol.asyncIterator](): AsyncIterator<Message, undefined> {
    this.#wasRead = true;
    return {
      next: () => {
        const message = this.#phase === 'waiting' ? undefined : this.#parts.reader.poll();
        return message ? Promise.resolve(this.#given(message)) : this.#next();
      },
      return: async () => {
        this.#isRead = true;
        this.#parts.reader.return?.();
        return { done: true, value: undefined };
      },
    };
  }

  /** What follows, from this number of the log on, is about this turn. */
  static begin(turn: Turn, number: number): void {
    if (turn.#phase !== 'waiting') return;
    turn.#phase = 'begun';
    turn.#parts.reader.startAt(number);
    turn.#beginning.resolve();
  }

  static finish(turn: Turn, number: number, answer?: ResultMessage): void {
    turn.#phase = 'over';
    turn.#answer = answer;
    turn.#parts.reader.endAt(number);
    turn.#beginning.resolve();
  }

  /** Lets go of the messages of a turn that nobody has read so far. False where somebody has. */
  static release(turn: Turn): boolean {
    if (turn.#wasRead) return false;
    turn.#parts.reader.return?.();
    turn.#error = notKept();
    return true;
  }

  static isWaiting(turn: Turn): boolean {
    return turn.#phase === 'waiting';
  }

  #given(message: Message): IteratorResult<Message, undefined> {
    this.#isRead = message === this.#answer;
    return { done: false, value: message };
  }

  async #next(): Promise<IteratorResult<Message, undefined>> {
    if (this.#phase === 'waiting') await this.#beginning.promise;
    const step = await this.#parts.reader.next();
    if (!step.done) return this.#given(step.value);
    if (this.#isRead) return { done: true, value: undefined };
    this.#isRead = true;
    if (this.#error) throw this.#error;
    // A result that is shared may lie before the turn's own messages; it is the last all the same.
    return { done: false, value: await this.result };
  }
}

function notKept(): ClaudeActorsError {
  return new ClaudeActorsError(
    'ConsumerTooSlow',
    'The messages of this turn are no longer kept. Iterate a turn when it is sent, or read session.messages().',
  );
}
