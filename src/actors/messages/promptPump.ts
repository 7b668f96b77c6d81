import { textOf } from '../../codec/jsonObject.js';
import { unansweredPromptMessages } from '../../defaults.js';
import { ClaudeActorsError } from '../../errors.js';
import { deferred } from '../../util/deferred.js';

/**
 * Takes messages from the user's iterable and hands them on, until it ends or `stopped` settles.
 * Rejects where one was not taken.
 */
export async function pumpPrompt(
  prompt: AsyncIterable<unknown>,
  send: (message: unknown) => Promise<unknown>,
  stopped: Promise<unknown>,
): Promise<void> {
  const iterator = iteratorOf(prompt);
  const open = new Set<Promise<unknown>>();
  const refusal = deferred<undefined>();
  const halt = stopped.then(ignore);
  const handOn = (message: unknown) => {
    try {
      return send(message);
    } catch (error) {
      letGo(iterator);
      throw error;
    }
  };
  for (;;) {
    const next = await Promise.race([refusal.promise, pull(iterator), halt]).catch((error) => {
      letGo(iterator);
      throw error;
    });
    if (!next) {
      letGo(iterator);
      return;
    }
    if (next.done) return;
    const answer = handOn(next.value).then(ignore, (error: ClaudeActorsError) => {
      if (!wasTaken(error)) refusal.reject(error);
    });
    open.add(answer);
    answer.then(() => open.delete(answer));
    if (open.size >= unansweredPromptMessages) await Promise.race([...open, halt]);
  }
}

function ignore(): void {}

/** What became of a message that the CLI got is its turn's business. */
function wasTaken({ code }: ClaudeActorsError): boolean {
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
  const message = `The prompt's iterable threw: ${textOf(cause)}. Fix it, or catch what it may throw.`;
  return new ClaudeActorsError('InvalidPrompt', message, {}, { cause });
}

/** A generator that waits for something of its own may never come back: nobody waits for it. */
function letGo(iterator: AsyncIterator<unknown>): void {
  try {
    iterator.return?.()?.then(ignore, ignore);
  } catch {
    // It is not asked for anything any more.
  }
}
