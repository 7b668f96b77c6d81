import { describe, expect, it } from '@jest/globals';
import type { LogReader } from '../../../src/actors/messages/LogCursor.js';
import type { MessageFrame } from '../../../src/codec/frames.js';
import { frame, frames, isSettled, logOf, numbered, read, rest } from './broadcastLogs.js';

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
