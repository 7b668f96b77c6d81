import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ItemQueue } from '../../../src/actors/messages/ItemQueue.js';
import { ClaudeActorsError } from '../../../src/errors.js';
import type { QueryItem } from '../../../src/machines/query/queryTypes.js';
import { settle } from '../../support/simulated.js';

function message(text: string): QueryItem {
  return { kind: 'message', message: { type: 'keep_alive' } as never, text };
}

function warning(text?: string): QueryItem {
  const frame = { kind: 'message' as const, message: { type: 'keep_alive' } as never, text: '' };
  const about = text === undefined ? {} : { frame: { ...frame, text } };
  return { kind: 'warning', warning: { code: 'DrainLimit', message: '', context: {}, ...about } };
}

const messages = (...texts: string[]) => texts.map(message);
const failure = new ClaudeActorsError('ProcessError', 'It ended.');
const done = { done: true, value: undefined };

function queueOf(limit = 100) {
  const events: string[] = [];
  const queue = new ItemQueue(limit, {
    onFull: () => events.push('full'),
    onDrained: () => events.push('drained'),
  });
  const texts = async (count: number) => {
    const seen: unknown[] = [];
    for (let i = 0; i < count; i++) {
      const { value } = await queue.next();
      seen.push(value?.kind === 'message' ? value.text : value?.kind);
    }
    return seen;
  };
  return { queue, events, texts };
}

/** What each of these promises has come to by now. */
async function standing(pulls: readonly Promise<IteratorResult<QueryItem>>[]): Promise<unknown[]> {
  const seen: unknown[] = pulls.map(() => 'waits');
  pulls.forEach((pull, index) => {
    pull.then(
      ({ value }) => {
        seen[index] = value?.kind === 'message' ? value.text : 'end';
      },
      (error: ClaudeActorsError) => {
        seen[index] = error.code;
      },
    );
  });
  await settle();
  return seen;
}

describe('pulls', () => {
  it('give one item each, in order', async () => {
    const { queue, texts } = queueOf();
    queue.append(messages('a', 'b'));
    queue.append(messages('c'));
    expect(await texts(3)).toEqual(['a', 'b', 'c']);
  });

  it('that wait get their items in order, one each', async () => {
    const { queue } = queueOf();
    const pulls = [queue.next(), queue.next(), queue.next()];
    queue.append(messages('a'));
    expect(await standing(pulls)).toEqual(['a', 'waits', 'waits']);
    queue.append(messages('b', 'c', 'd'));
    expect(await standing([...pulls, queue.next()])).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('the end', () => {
  it('comes after what is queued, and at every further pull', async () => {
    const { queue, texts } = queueOf();
    queue.append(messages('a', 'b'));
    queue.end();
    queue.append(messages('too late'));
    expect(await texts(2)).toEqual(['a', 'b']);
    expect(await queue.next()).toEqual(done);
    expect(await queue.next()).toEqual(done);
  });

  it('reaches every pending pull', async () => {
    const { queue } = queueOf();
    const pulls = [queue.next(), queue.next()];
    queue.end();
    expect(await standing(pulls)).toEqual(['end', 'end']);
  });

  it('with an error is thrown once, after what is queued', async () => {
    const { queue, texts } = queueOf();
    queue.append(messages('a'));
    queue.end(failure);
    expect(await texts(1)).toEqual(['a']);
    await expect(queue.next()).rejects.toBe(failure);
    expect(await queue.next()).toEqual(done);
  });

  it('with an error rejects the first pending pull; the others end', async () => {
    const { queue } = queueOf();
    const pulls = [queue.next(), queue.next(), queue.next()];
    queue.end(failure);
    expect(await standing(pulls)).toEqual(['ProcessError', 'end', 'end']);
  });

  it('is the first one that was set', async () => {
    const { queue } = queueOf();
    queue.end();
    queue.end(failure);
    expect(await queue.next()).toEqual(done);
  });
});

describe('what is unread', () => {
  it('is full above the limit, once, and drained at half of it, once', async () => {
    const { queue, events, texts } = queueOf(100);
    queue.append(messages('x'.repeat(60), 'x'.repeat(40)));
    expect(events).toEqual([]);
    queue.append(messages('x'));
    queue.append(messages('x'));
    expect(events).toEqual(['full']);
    await texts(1);
    expect(events).toEqual(['full', 'drained']);
    await texts(3);
    expect(events).toEqual(['full', 'drained']);
  });

  it('has the size passed to append', () => {
    const { queue, events } = queueOf(10);
    queue.append(messages('1'), 10);
    expect(events).toEqual([]);
    queue.append(messages('2'), 1);
    expect(events).toEqual(['full']);
  });

  it('can be full again', async () => {
    const { queue, events, texts } = queueOf(100);
    queue.append(messages('x'.repeat(101)));
    await texts(1);
    queue.append(messages('x'.repeat(101)));
    await texts(1);
    expect(events).toEqual(['full', 'drained', 'full', 'drained']);
  });

  it('counts the message that a warning carries, and no other item', async () => {
    const { queue, events, texts } = queueOf(100);
    queue.append([warning(), { kind: 'error', error: failure }, warning('x'.repeat(100))]);
    expect(events).toEqual([]);
    queue.append([warning('x')]);
    expect(events).toEqual(['full']);
    await texts(3);
    expect(events).toEqual(['full', 'drained']);
  });

  it('does not include what a pending pull takes at once', () => {
    const { queue, events } = queueOf(100);
    queue.next();
    queue.append(messages('x'.repeat(200)));
    expect(events).toEqual([]);
  });

  it('can be discarded, and then the queue is not full', async () => {
    const { queue, events } = queueOf(100);
    queue.append(messages('x'.repeat(101), 'y'));
    queue.discard();
    expect(events).toEqual(['full', 'drained']);
    queue.end();
    expect(await queue.next()).toEqual(done);
  });

  it('does not keep the queue full after the end, and can still be read', async () => {
    const { queue, events, texts } = queueOf(100);
    queue.append(messages('x'.repeat(101), 'y'));
    queue.end();
    expect(events).toEqual(['full', 'drained']);
    await texts(1);
    expect(await texts(1)).toEqual(['y']);
    expect(events).toEqual(['full', 'drained']);
  });
});

it('gives every item once and in order, however pulls and items are mixed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.nat(4), fc.constant('pull' as const)), { maxLength: 60, size: 'max' }),
      async (steps) => {
        const { queue } = queueOf(3);
        const pulls: Promise<IteratorResult<QueryItem>>[] = [];
        let appended = 0;
        for (const step of steps) {
          if (step === 'pull') pulls.push(queue.next());
          else queue.append(Array.from({ length: step }, () => message(String(appended++))));
        }
        queue.end();
        const given = await standing(pulls);
        const expected = given.map((_, index) => (index < appended ? String(index) : 'end'));
        expect(given).toEqual(expected);
      },
    ),
  );
});
