import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, jest } from '@jest/globals';
import { BroadcastLog } from '../../../src/actors/messages/BroadcastLog.js';
import type { MessageFrame } from '../../../src/codec/frames.js';

// A collection of all garbage takes its time on a busy machine.
jest.setTimeout(60_000);

const sizeOf = ({ text }: MessageFrame) => text.length;

async function read(reader: AsyncIterator<MessageFrame>, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await reader.next();
}

describe('memory', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;

  /** Frames that nobody but the log holds. */
  function appendWatched(log: BroadcastLog<MessageFrame>, count: number): WeakRef<MessageFrame>[] {
    return Array.from({ length: count }, (_, index) => {
      const one: MessageFrame = {
        kind: 'message',
        message: { type: 'keep_alive' } as never,
        text: String(index),
      };
      log.append([one]);
      return new WeakRef(one);
    });
  }

  async function countAlive(refs: readonly WeakRef<MessageFrame>[]): Promise<number> {
    // A WeakRef holds its target until the task in which it was made or read is over.
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    return refs.filter((ref) => ref.deref() !== undefined).length;
  }

  it('is freed as soon as all have read, and not before', async () => {
    const log = new BroadcastLog(sizeOf);
    const [fast, slow] = [log.iterate(), log.iterate()];
    const refs = appendWatched(log, 10);
    await read(fast, 10);
    await read(slow, 4);
    expect(await countAlive(refs)).toBe(6);
    await read(slow, 6);
    expect(await countAlive(refs)).toBe(0);
  });

  it('is freed when the slowest reader is ended', async () => {
    const log = new BroadcastLog(sizeOf);
    const [fast, slow] = [log.iterate(), log.iterate()];
    const refs = appendWatched(log, 10);
    await read(fast, 10);
    await slow.return?.();
    expect(await countAlive(refs)).toBe(0);
  });

  it('is not held by a waiting reader', async () => {
    const log = new BroadcastLog(sizeOf);
    const reader = log.iterate();
    const reading = (async () => {
      for await (const _ of reader) await Promise.resolve();
    })();
    const refs = appendWatched(log, 100);
    // The loop's own variable holds the last one.
    expect(await countAlive(refs)).toBeLessThanOrEqual(1);
    log.close();
    await reading;
  });
});

describe('the cost', () => {
  const count = 200_000;
  let looks = 0;
  const counted: MessageFrame = {
    kind: 'message',
    message: { type: 'keep_alive' } as never,
    get text() {
      looks += 1;
      return 'x'.repeat(200);
    },
  };
  const batch = Array(50).fill(counted);

  it.each([
    ['waits', 0],
    ['lags behind by half of the limit and more', 180_000],
  ])('of a message is the same however many there are, for a reader that %s', async (_, lag) => {
    looks = 0;
    const log = new BroadcastLog(sizeOf);
    const reader = log.iterate();
    let taken = 0;
    for (let appended = batch.length; appended <= count; appended += batch.length) {
      log.append([...batch]);
      for (; taken < appended - lag; taken++) await reader.next();
    }
    log.close();
    for await (const _ of reader) taken += 1;
    expect(taken).toBe(count);
    // Once when it comes; once more for the part of a chunk that was read, if it is counted exactly.
    expect(looks).toBeLessThan(2 * count);
  });
});
