import { textOf } from '../../codec/jsonObject.js';
import { unansweredPromptMessages } from '../../defaults.js';
import { ClaudeActorsError } from '../../errors.js';
import { withoutFullStop } from '../../util/withoutFullStop.js';

/**
 * Sends the messages of the user's iterable, until it ends or `stopped` settles. Rejects if the
 * iterable throws, or if a message could not be sent.
 */
export function pumpPrompt(
  prompt: AsyncIterable<unknown>,
  send: (message: unknown) => Promise<unknown>,
  stopped: Promise<unknown>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    new PromptPump(iteratorOf(prompt), send, { resolve, reject }).start(stopped);
  });
}

interface Settle {
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * It holds one message at a time. A race between the next message and the end of the session would
 * hold all of them: a promise that lives long keeps what each race was won with.
 */
class PromptPump {
  readonly #iterator: AsyncIterator<unknown>;
  readonly #send: (message: unknown) => Promise<unknown>;
  readonly #settle: Settle;
  #unanswered = 0;
  #isPulling = false;
  #isOver = false;

  constructor(
    iterator: AsyncIterator<unknown>,
    send: (message: unknown) => Promise<unknown>,
    settle: Settle,
  ) {
    this.#iterator = iterator;
    this.#send = send;
    this.#settle = settle;
  }

  start(stopped: Promise<unknown>): void {
    stopped.then(() => this.#end(() => this.#settle.resolve()));
    this.#pull();
  }

  #pull(): void {
    if (this.#isOver || this.#isPulling || this.#unanswered >= unansweredPromptMessages) return;
    this.#isPulling = true;
    pull(this.#iterator).then(
      (next) => {
        this.#isPulling = false;
        if (this.#isOver) return;
        if (!next.done) {
          this.#sendOne(next.value);
          return;
        }
        this.#isOver = true;
        this.#settle.resolve();
      },
      (error) => this.#fail(error),
    );
  }

  #sendOne(message: unknown): void {
    this.#unanswered += 1;
    const onAnswered = () => {
      this.#unanswered -= 1;
      this.#pull();
    };
    try {
      this.#send(message).then(onAnswered, (error: ClaudeActorsError) => {
        if (reachedCli(error)) onAnswered();
        else this.#fail(error);
      });
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#pull();
  }

  #fail(error: unknown): void {
    this.#end(() => this.#settle.reject(error));
  }

  #end(settle: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    abandon(this.#iterator);
    settle();
  }
}

function noop(): void {}

/** The CLI got the message and then lost or discarded it: its turn reports that, not the prompt. */
function reachedCli({ code }: ClaudeActorsError): boolean {
  return code === 'TurnLost' || code === 'TurnDiscarded';
}

function iteratorOf(prompt: AsyncIterable<unknown>): AsyncIterator<unknown> {
  try {
    return prompt[Symbol.asyncIterator]();
  } catch (cause) {
    throw promptThrew(cause);
  }
}

async function pull(iterator: AsyncIterator<unknown>): Promise<IteratorResult<unknown>> {
  try {
    return await iterator.next();
  } catch (cause) {
    throw promptThrew(cause);
  }
}

function promptThrew(cause: unknown): ClaudeActorsError {
  const message = `The prompt's iterable threw: ${withoutFullStop(textOf(cause))}. Fix it, or catch the error inside it.`;
  return new ClaudeActorsError('InvalidPrompt', message, {}, { cause });
}

/** Ends the iterable without waiting: a generator that awaits something may never return. */
function abandon(iterator: AsyncIterator<unknown>): void {
  try {
    iterator.return?.()?.then(noop, noop);
  } catch {
    // Nothing more is pulled from it, so its error does not matter.
  }
}
