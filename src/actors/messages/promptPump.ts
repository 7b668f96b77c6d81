import { textOf } from '../../codec/jsonObject.js';
import { unansweredPromptMessages } from '../../defaults.js';
import { ClaudeActorsError } from '../../errors.js';
import { deferred } from '../../util/deferred.js';
import { withoutFullStop } from '../../util/withoutFullStop.js';

/**
 * Sends the messages of the user's iterable, until it ends or `stopped` settles. Rejects if the
 * iterable throws, or if a message could not be sent.
 */
export async function pumpPrompt(
  prompt: AsyncIterable<unknown>,
  send: (message: unknown) => Promise<unknown>,
  stopped: Promise<unknown>,
): Promise<void> {
  const iterator = iteratorOf(prompt);
  const unanswered = new Set<Promise<unknown>>();
  const failure = deferred<undefined>();
  const halted = stopped.then(noop);
  const trySend = (message: unknown) => {
    try {
      return send(message);
    } catch (error) {
      abandon(iterator);
      throw error;
    }
  };
  for (;;) {
    const next = await Promise.race([failure.promise, pull(iterator), halted]).catch((error) => {
      abandon(iterator);
      throw error;
    });
    if (!next) {
      abandon(iterator);
      return;
    }
    if (next.done) return;
    const answer = trySend(next.value).then(noop, (error: ClaudeActorsError) => {
      if (!reachedCli(error)) failure.reject(error);
    });
    unanswered.add(answer);
    answer.then(() => unanswered.delete(answer));
    if (unanswered.size >= unansweredPromptMessages) await Promise.race([...unanswered, halted]);
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
