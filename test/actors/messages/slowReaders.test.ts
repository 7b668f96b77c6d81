import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BroadcastLog } from '../../../src/actors/messages/BroadcastLog.js';
import type { LogReader } from '../../../src/actors/messages/LogCursor.js';
import type { MessageFrame } from '../../../src/codec/frames.js';
import {
  frame,
  frames,
  logOf,
  numbered,
  type Reader,
  read,
  rest,
  sizeOf,
} from './broadcastLogs.js';
import { NaiveLog, type NaiveReader } from './NaiveLog.js';

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
