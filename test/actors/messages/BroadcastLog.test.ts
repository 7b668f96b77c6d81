import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BroadcastLog, type LogLimits } from '../../../src/actors/messages/BroadcastLog.js';
import type { LogReader } from '../../../src/actors/messages/LogCursor.js';
import type { MessageFrame } from '../../../src/codec/frames.js';
import { settle } from '../../support/simulated.js';
import { NaiveLog, type NaiveReader } from './NaiveLog.js';

const sizeOf = ({ text }: MessageFrame) => text.length;

function frame(text: string): MessageFrame {
  return { kind: 'message', message: { type: 'keep_alive' } as never, text };
}

const frames = (...texts: string[]) => texts.map(frame);
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => String(from + index).padStart(5, '0'));

function logOf(limits: Partial<LogLimits> = {}) {
  const warnings: number[] = [];
  return { log: new BroadcastLog(sizeOf, limits, (bytes) => warnings.push(bytes)), warnings };
}

type Reader = AsyncIterableIterator<MessageFrame>;

/** The texts of everything up to the end. */
async function rest(reader: Reader): Promise<string[]> {
  const texts: string[] = [];
  for await (const { text } of reader) texts.push(text);
  return texts;
}

async function read(reader: Reader, count: number): Promise<string[]> {
  const texts: string[] = [];
  for (let i = 0; i < count; i++) texts.push((await reader.next()).value?.text ?? 'the end');
  return texts;
}

/** Whether a promise is settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const note = () => {
    settled = true;
  };
  promise.then(note, note);
  await settle();
  return settled;
}

describe('iterators', () => {
  it('each see everything, whatever the pace of the others', async () => {
    const { log } = logOf();
    const [fast, slow] = [log.iterate(), log.iterate()];
    log.append(frames('a', 'b'));
    expect(await read(fast, 2)).toEqual(['a', 'b']);
    log.append(frames('c'));
    expect(await read(fast, 1)).toEqual(['c']);
    log.close();
    expect(await rest(slow)).toEqual(['a', 'b', 'c']);
    expect(await rest(fast)).toEqual([]);
  });

  it('start with the oldest message that another has not read', async () => {
    const { log } = logOf();
    const first = log.iterate();
    log.append(frames('a', 'b', 'c'));
    await read(first, 2);
    const second = log.iterate();
    log.close();
    expect(await rest(second)).toEqual(['c']);
  });

  it('get messages in order for pulls that came before them, one each', async () => {
    const { log } = logOf();
    const reader = log.iterate();
    const pulls = [reader.next(), reader.next(), reader.next(), reader.next()];
    log.append(frames('a'));
    log.append(frames('b', 'c'));
    expect((await Promise.all(pulls.slice(0, 3))).map((one) => one.value?.text)).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(await isSettled(pulls[3] as Promise<unknown>)).toBe(false);
    log.close();
    expect(await pulls[3]).toEqual({ done: true, value: undefined });
  });

  it('end after what is queued when the log is closed, and stay ended', async () => {
    const { log } = logOf();
    const reader = log.iterate();
    log.append(frames('a', 'b'));
    log.close();
    log.append(frames('too late'));
    expect(await rest(reader)).toEqual(['a', 'b']);
    expect(await reader.next()).toEqual({ done: true, value: undefined });
    log.close();
  });

  it('that come after the close get what was kept', async () => {
    const { log } = logOf();
    log.append(frames('a'));
    log.close();
    expect(await rest(log.iterate())).toEqual(['a']);
  });

  it('give nothing more after return(), and end their pending pulls', async () => {
    const { log } = logOf();
    const reader = log.iterate();
    const pulls = [reader.next(), reader.next()];
    expect(await reader.return?.()).toEqual({ done: true, value: undefined });
    expect(await Promise.all(pulls)).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
    ]);
    log.append(frames('a'));
    expect(await reader.next()).toEqual({ done: true, value: undefined });
    expect(await rest(reader)).toEqual([]);
  });

  it('do not stop others from reading when their loop is left', async () => {
    const { log } = logOf();
    const other = log.iterate();
    log.append(frames('a', 'b', 'c'));
    for await (const { text } of log.iterate()) if (text === 'b') break;
    log.close();
    expect(await rest(other)).toEqual(['a', 'b', 'c']);
  });
});

describe('without an iterator', () => {
  it('the last 1,000 messages are kept', async () => {
    const { log } = logOf();
    log.append(numbered(0, 700).map(frame));
    log.append(numbered(700, 1500).map(frame));
    log.close();
    expect(await rest(log.iterate())).toEqual(numbered(500, 1500));
  });

  it('no more than 4 MiB of them are kept', async () => {
    const { log } = logOf();
    const mebibyte = 'x'.repeat(1024 * 1024);
    log.append(frames('first', ...Array(4).fill(mebibyte)));
    log.close();
    const kept = await rest(log.iterate());
    expect(kept).toHaveLength(4);
    expect(kept).not.toContain('first');
  });

  it('a message larger than that is not kept', async () => {
    const { log } = logOf({ keptBytes: 10 });
    log.append(frames('small', 'x'.repeat(11)));
    log.close();
    expect(await rest(log.iterate())).toEqual([]);
  });

  it('the limits hold again once the last iterator has gone', async () => {
    const { log } = logOf({ keptItems: 3 });
    const reader = log.iterate();
    log.append(numbered(0, 10).map(frame));
    await read(reader, 2);
    await reader.return?.();
    log.close();
    expect(await rest(log.iterate())).toEqual(numbered(7, 10));
  });
});

describe('a reserved reader', () => {
  const kept = () => {
    const { log } = logOf();
    for (const text of ['a', 'b', 'c']) log.append(frames(text));
    return log;
  };

  it('takes nothing from a reader that is added before the next message', async () => {
    const log = kept();
    log.reserve();
    const reader = log.iterate();
    log.append(frames('d'));
    log.close();
    expect(await rest(reader)).toEqual(['a', 'b', 'c', 'd']);
  });

  it.each<[string, (readers: LogReader<MessageFrame>[], end: number) => void]>([
    ['is broken off', ([one]) => void one?.return?.()],
    ['ends at once', ([one], end) => one?.endAt(end)],
    ['is one of two', ([, two]) => void two?.return?.()],
  ])('takes nothing away if it %s', async (_, leave) => {
    const log = kept();
    leave([log.reserve(), log.reserve()], log.end);
    const reader = log.iterate();
    log.close();
    expect(await rest(reader)).toEqual(['a', 'b', 'c']);
  });
});

it('keeps for the slower reader what the faster one had read', async () => {
  const { log } = logOf();
  const slow = log.iterate();
  log.append(frames('a', 'b'));
  const fast = log.iterate();
  expect(await read(fast, 1)).toEqual(['a']);
  await fast.return?.();
  const third = log.iterate();
  log.close();
  expect(await rest(slow)).toEqual(['a', 'b']);
  expect(await rest(third)).toEqual(['a', 'b']);
});

it('keeps nothing that a reader read before its end position', async () => {
  const { log } = logOf();
  const reader = log.iterate();
  log.append(frames('a', 'b'));
  log.append(frames('c', 'd'));
  reader.endAt(2);
  expect(await read(reader, 3)).toEqual(['a', 'b', 'the end']);
  log.close();
  expect(await rest(log.iterate())).toEqual(['c', 'd']);
});

describe('an iterator that falls behind', () => {
  const limits = { unreadBytes: 100, keptBytes: 1000 };
  const ten = '0123456789';

  it('gets all its messages below the limit', async () => {
    const { log } = logOf(limits);
    const reader = log.iterate();
    log.append(Array(10).fill(frame(ten)));
    log.close();
    expect(await rest(reader)).toHaveLength(10);
  });

  it('is cut off with ConsumerTooSlow above the limit, and then ends', async () => {
    const { log } = logOf(limits);
    const reader = log.iterate();
    log.append(Array(10).fill(frame(ten)));
    log.append(frames('x'));
    await expect(reader.next()).rejects.toMatchObject({
      code: 'ConsumerTooSlow',
      details: { limit: 100 },
    });
    expect(await reader.next()).toEqual({ done: true, value: undefined });
  });

  it.each<[string, (reader: { return?(): unknown }) => unknown]>([
    ['cut off', () => {}],
    ['broken off', (reader) => reader.return?.()],
  ])('gives nothing once it is %s', async (_, leave) => {
    const { log } = logOf(limits);
    const reader = log.iterate();
    leave(reader);
    for (let i = 0; i < 12; i++) log.append(frames(ten));
    reader.endAt(log.end);
    expect(reader.poll()).toBeUndefined();
  });

  it('is measured by what is unread, not by what was read before', async () => {
    const { log } = logOf(limits);
    const reader = log.iterate();
    for (let i = 0; i < 50; i++) {
      log.append(frames(ten, ten));
      expect(await read(reader, 2)).toEqual([ten, ten]);
    }
  });

  it('is also measured by what was kept for it', async () => {
    const { log, warnings } = logOf(limits);
    log.append(Array(6).fill(frame(ten)));
    const reader = log.iterate();
    log.append(frames(ten));
    expect(warnings).toEqual([70]);
    log.append(Array(4).fill(frame(ten)));
    await expect(reader.next()).rejects.toMatchObject({ code: 'ConsumerTooSlow' });
  });

  it('is not cut off for what its pending pulls take', async () => {
    const { log } = logOf(limits);
    const reader = log.iterate();
    const pull = reader.next();
    log.append(frames('x'.repeat(101)));
    expect((await pull).value?.text).toHaveLength(101);
    log.append(frames('y'));
    expect(await read(reader, 1)).toEqual(['y']);
  });

  it('is measured by the size passed to append', () => {
    const { log, warnings } = logOf({ unreadBytes: 100, keptBytes: 1000 });
    log.iterate();
    log.append(frames('1'), 50);
    expect(warnings).toEqual([]);
    log.append(frames('2'), 1);
    expect(warnings).toEqual([51]);
  });

  it('causes one warning, at half the limit', async () => {
    const { log, warnings } = logOf(limits);
    const reader = log.iterate();
    log.append(Array(5).fill(frame(ten)));
    expect(warnings).toEqual([]);
    log.append(frames('x'));
    expect(warnings).toEqual([51]);
    await read(reader, 6);
    log.append(Array(6).fill(frame(ten)));
    expect(warnings).toEqual([51]);
  });

  it("can be joined by another one in the warning's listener, without a second warning", async () => {
    const joined: Reader[] = [];
    const log = new BroadcastLog(sizeOf, limits, () => joined.push(log.iterate()));
    log.iterate();
    log.append(frames('x'.repeat(60)));
    expect(joined).toHaveLength(1);
    log.close();
    expect(await rest(joined[0] as Reader)).toEqual(['x'.repeat(60)]);
  });

  it("can be ended in the warning's listener, and so can others", async () => {
    const log = new BroadcastLog(sizeOf, limits, () => {
      for (const one of readers) one.return?.();
    });
    const readers = [log.iterate(), log.iterate(), log.iterate()];
    log.append(frames('x'.repeat(60)));
    log.append(frames('y'));
    for (const one of readers) expect(await rest(one)).toEqual([]);
  });

  it('does not affect the others', async () => {
    const { log, warnings } = logOf(limits);
    const [fast, slow] = [log.iterate(), log.iterate()];
    for (let i = 0; i < 30; i++) {
      const pull = fast.next();
      log.append(frames(ten));
      expect((await pull).value?.text).toBe(ten);
    }
    expect(warnings).toEqual([60]);
    await expect(slow.next()).rejects.toMatchObject({ code: 'ConsumerTooSlow' });
    log.append(frames('last'));
    expect(await read(fast, 1)).toEqual(['last']);
  });

  it('keeps nothing in the log once it is cut off', async () => {
    const { log } = logOf({ ...limits, keptItems: 2 });
    log.iterate();
    log.append(Array(11).fill(frame(ten)));
    log.close();
    expect(await rest(log.iterate())).toHaveLength(2);
  });

  it('can be ended without its error', async () => {
    const { log } = logOf(limits);
    const reader = log.iterate();
    log.append(Array(11).fill(frame(ten)));
    await reader.return?.();
    expect(await reader.next()).toEqual({ done: true, value: undefined });
  });
});

it('gives every iterator what came after it was created, in order, whatever the others do', async () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('append' as const), n: fc.nat(3) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('pull' as const), n: fc.nat(3) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('attach' as const), n: fc.nat(3) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), n: fc.nat(3) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      const { log } = logOf({ keptItems: 2 });
      const readers: { reader: Reader; pulls: Promise<IteratorResult<MessageFrame>>[] }[] = [];
      let appended = 0;
      for (const { do: act, n } of steps) {
        const one = readers[n % Math.max(1, readers.length)];
        if (act === 'append') {
          log.append(numbered(appended, appended + n).map(frame));
          appended += n;
        } else if (act === 'attach') {
          readers.push({ reader: log.iterate(), pulls: [] });
        } else if (act === 'leave') {
          await one?.reader.return?.();
        } else {
          one?.pulls.push(one.reader.next());
        }
      }
      log.close();
      for (const { pulls } of readers) {
        const results = await Promise.all(pulls);
        const texts = results.flatMap((result) => (result.done ? [] : [result.value.text]));
        const first = Number(texts[0] ?? 0);
        expect(texts).toEqual(numbered(first, first + texts.length));
        // Nothing comes after the end.
        expect(results.slice(0, texts.length).every((result) => !result.done)).toBe(true);
      }
    }),
  );
});

it('gives each reader what a log that never drops anything would give', () => {
  const reading = fc.constantFrom('poll', 'poll', 'poll', 'return', 'endAt');
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.nat(5) },
    { weight: 2, arbitrary: fc.constantFrom('iterate' as const, 'reserve' as const) },
    {
      weight: 8,
      arbitrary: fc.record({ do: reading, who: fc.nat(9), by: fc.integer({ min: -6, max: 3 }) }),
    },
  );
  fc.assert(
    fc.property(fc.nat(8), fc.array(step, { maxLength: 50, size: 'max' }), (keptItems, steps) => {
      const log = new BroadcastLog<{ number: number }>(() => 1, { keptItems });
      const naive = new NaiveLog(keptItems);
      const pairs: { real: LogReader<{ number: number }>; model: NaiveReader }[] = [];
      for (const one of steps) {
        if (typeof one === 'number') {
          log.append(Array.from({ length: one }, (_, index) => ({ number: log.end + index })));
          naive.append(one);
        } else if (typeof one === 'string') {
          pairs.push({ real: log[one](), model: naive[one]() });
        } else {
          const pair = pairs[one.who % Math.max(1, pairs.length)];
          if (!pair) continue;
          const { real, model } = pair;
          const number = Math.max(0, log.end + one.by);
          if (one.do === 'poll') expect(real.poll()?.number).toBe(model.poll());
          else if (one.do === 'return') {
            real.return?.();
            model.return();
          } else {
            real.endAt(number);
            model.endAt(number);
          }
        }
      }
      pairs.push({ real: log.iterate(), model: naive.iterate() });
      for (const { real, model } of pairs) {
        for (let next = model.poll(); next !== undefined; next = model.poll()) {
          expect(real.poll()?.number).toBe(next);
        }
        expect(real.poll()).toBeUndefined();
      }
    }),
    { numRuns: 1000 },
  );
});
