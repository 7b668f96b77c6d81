import type { BroadcastLog } from './actors/messages/BroadcastLog.js';
import type { SelectingReader } from './actors/messages/LogCursor.js';
import { messageOfFrame } from './actors/messages/messageLog.js';
import type { ResultLines } from './actors/messages/ResultLines.js';
import type { OpenTurn } from './actors/OpenTurns.js';
import type { MessageFrame } from './codec/frames.js';
import type { Message } from './codec/messages.js';
import type { ResultMessage } from './codec/results.js';
import { Envelope } from './Envelope.js';
import { ClaudeActorsError } from './errors.js';
import { noUsage } from './machines/usage/usageTotals.js';
import type { UsageTotals } from './machines/usage/usageTypes.js';
import { deferred } from './util/deferred.js';

/** What a session creates a turn from. */
export interface TurnParts {
  uuid: string;
  open: OpenTurn;
  log: BroadcastLog<MessageFrame>;
  results: ResultLines;
  interrupt(started: boolean): Promise<void>;
  /** The usage of a result, unless another turn has it. */
  takeUsage?(result: ResultMessage): UsageTotals | undefined;
}

/** What a reader gets for each frame. */
interface View<Value> {
  select(frame: MessageFrame): Value;
  messageOf(value: Value): Message;
}

const asMessage: View<Message> = { select: messageOfFrame, messageOf: (message) => message };
const asEnvelope: View<Envelope> = {
  select: (frame) => new Envelope(frame),
  messageOf: ({ message }) => message,
};

/**
 * A message that you sent, and the CLI's answer to it.
 *
 * Iterate a turn for its messages; the result comes last. You can read them once: `envelopes()` reads
 * from the same stream as the turn itself. Iterating throws if the turn was lost or discarded.
 */
export class Turn implements AsyncIterable<Message> {
  /** The uuid that the message was sent with. */
  readonly uuid: string;
  /** The result that answers the message. Several messages may share one. */
  readonly result: Promise<ResultMessage>;
  readonly #parts: TurnParts;
  /** Reads the log from the start of the turn on. A turn that waits costs the log nothing. */
  #reader: SelectingReader<MessageFrame> | undefined;
  readonly #started = deferred<void>();
  #phase: 'waiting' | 'started' | 'settled' = 'waiting';
  #isBeingRead = false;
  /** True once the reader has received the result, or has left the loop. */
  #isReadingDone = false;
  #answer: ResultMessage | undefined;
  #error: ClaudeActorsError | undefined;
  #usage: UsageTotals | undefined;

  /** @internal */
  constructor(parts: TurnParts) {
    this.#parts = parts;
    this.uuid = parts.uuid;
    this.result = parts.open.result;
    // A turn that nobody awaits must not cause an unhandled rejection.
    this.result.catch(() => {});
  }

  /**
   * What the turn used; undefined until it has settled. If several turns share a result, the first
   * one has its usage. A turn that was lost has what could be found in the transcript.
   */
  get usage(): UsageTotals | undefined {
    return this.#usage;
  }

  /** What the turn cost in US dollars; undefined until it has settled. */
  get cost(): number | undefined {
    return this.#usage?.cost;
  }

  /** Interrupts this turn. If the CLI has not started it yet, its message is cancelled instead. */
  async interrupt(): Promise<void> {
    if (this.#phase !== 'settled') await this.#parts.interrupt(this.#phase === 'started');
  }

  [Symbol.asyncIterator](): AsyncIterator<Message, undefined> {
    return this.#read(asMessage);
  }

  /** The turn's messages, each with the line it came from. */
  envelopes(): AsyncIterableIterator<Envelope, undefined> {
    return this.#read(asEnvelope);
  }

  /** Creates a turn and marks which part of the log belongs to it. @internal */
  static open(parts: TurnParts, onSettled: (turn: Turn, error?: ClaudeActorsError) => void): Turn {
    const turn = new Turn(parts);
    parts.open.follow({
      started: () => turn.#start(),
      settled: (result, error) => {
        turn.#finish(result);
        onSettled(turn, error);
      },
    });
    return turn;
  }

  /** Gives a lost turn what it used. @internal */
  static setUsage(turn: Turn, usage: UsageTotals): void {
    turn.#usage = usage;
  }

  /** Frees the messages of a turn that nobody has started to read. @internal */
  static release(turn: Turn): boolean {
    if (turn.#isBeingRead) return false;
    turn.#reader?.return?.();
    turn.#error = notKept();
    return true;
  }

  #start(): void {
    if (this.#phase !== 'waiting') return;
    this.#phase = 'started';
    if (!this.#isReadingDone) this.#reader = this.#parts.log.reserve();
    this.#started.resolve();
  }

  #finish(answer: ResultMessage | undefined): void {
    this.#phase = 'settled';
    this.#answer = answer;
    if (answer) this.#usage = this.#parts.takeUsage?.(answer) ?? noUsage;
    this.#reader?.endAt(this.#parts.log.end);
    this.#started.resolve();
  }

  #read<Value>(view: View<Value>): AsyncIterableIterator<Value, undefined> {
    this.#isBeingRead = true;
    const iterator: AsyncIterableIterator<Value, undefined> = {
      next: () => {
        const value = this.#reader?.poll(view.select);
        return value ? Promise.resolve(this.#deliver(value, view)) : this.#next(view);
      },
      return: async () => {
        this.#isReadingDone = true;
        this.#reader?.return?.();
        // Whoever waits for the turn to start, too.
        this.#started.resolve();
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]: () => iterator,
    };
    return iterator;
  }

  #deliver<Value>(value: Value, { messageOf }: View<Value>): IteratorResult<Value, undefined> {
    this.#isReadingDone = messageOf(value) === this.#answer;
    return { done: false, value };
  }

  async #next<Value>(view: View<Value>): Promise<IteratorResult<Value, undefined>> {
    if (this.#phase === 'waiting') await this.#started.promise;
    const step = await this.#reader?.pick(view.select);
    if (step && !step.done) return this.#deliver(step.value, view);
    if (this.#isReadingDone) return { done: true, value: undefined };
    this.#isReadingDone = true;
    if (this.#error) throw this.#error;
    // A shared result may come before the turn's own messages in the log. It is still the last item.
    const result = await this.result;
    return { done: false, value: view.select(this.#parts.results.frameOf(result)) };
  }
}

function notKept(): ClaudeActorsError {
  return new ClaudeActorsError(
    'ConsumerTooSlow',
    'The messages of this turn are no longer kept. Iterate a turn as soon as you have sent it, or read `session.messages()`.',
  );
}
