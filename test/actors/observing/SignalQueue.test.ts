import { describe, expect, it } from '@jest/globals';
import type { InspectionEvent } from 'xstate';
import { SignalQueue } from '../../../src/actors/observing/SignalQueue.js';
import type { Signal } from '../../../src/actors/observing/signal.js';

const event = (type: string): Signal => ({
  kind: 'xstate',
  at: 0,
  event: { type } as InspectionEvent,
});
const bytes = (size: number): Signal => ({
  kind: 'out',
  at: 0,
  processKey: 1,
  bytes: new Uint8Array(size),
});

function collect(queue: SignalQueue): Signal[] {
  const taken: Signal[] = [];
  queue.open((signals) => {
    taken.push(...signals);
    return true;
  });
  return taken;
}

describe('the queue of signals', () => {
  it('keeps what comes before anybody takes it, in order', () => {
    const queue = new SignalQueue();
    const given = ['a', 'b', 'c'].map(event);
    for (const signal of given) queue.take(signal);
    const taken = collect(queue);
    expect(taken).toEqual([]);
    queue.flush();
    expect(taken).toEqual(given);
  });

  it('takes so many and counts the rest', () => {
    const queue = new SignalQueue();
    for (let index = 0; index < 100_000; index += 1) queue.take(event('@xstate.event'));
    const taken = collect(queue);
    queue.flush();
    expect(taken).toHaveLength(20_001);
    expect(taken.at(-1)).toMatchObject({ kind: 'lost', count: 80_000 });
    queue.take(event('@xstate.event'));
    queue.flush();
    expect(taken).toHaveLength(20_002);
  });

  it('still takes the beginnings and ends of actors when it is full', () => {
    const queue = new SignalQueue();
    for (let index = 0; index < 30_000; index += 1) queue.take(event('@xstate.event'));
    queue.take(event('@xstate.snapshot'));
    const taken = collect(queue);
    queue.flush();
    expect(taken.at(-2)).toEqual(event('@xstate.snapshot'));
  });

  it('holds no more than so many bytes', () => {
    const queue = new SignalQueue();
    for (let index = 0; index < 30; index += 1) queue.take(bytes(1024 * 1024));
    const taken = collect(queue);
    queue.flush();
    expect(taken.filter(({ kind }) => kind === 'out')).toHaveLength(16);
    expect(taken.at(-1)).toMatchObject({ kind: 'lost', count: 14 });
  });

  it('takes nothing more once nobody wants it', () => {
    const queue = new SignalQueue();
    const taken: Signal[] = [];
    queue.open((signals) => {
      taken.push(...signals);
      return false;
    });
    queue.take(event('a'));
    queue.flush();
    queue.take(event('b'));
    queue.flush();
    expect(taken).toHaveLength(1);
  });

  it('hands over by itself', async () => {
    const queue = new SignalQueue();
    const handed = new Promise((resolve) => {
      queue.open((signals) => {
        resolve(signals);
        return true;
      });
    });
    // Its own timer keeps nothing alive.
    const alive = setInterval(() => {}, 1_000);
    queue.take(event('a'));
    expect(await handed).toEqual([event('a')]);
    clearInterval(alive);
  });
});
