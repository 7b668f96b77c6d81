import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { SteadyClock, steadyClock, type Timers } from '../../src/actors/steadyClock.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const nodes: Timers = {
  setTimeout: (fire, ms) => setTimeout(fire, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  now: () => performance.now(),
};

interface Plan {
  /** When it is set, for how long, and when it is taken back, if ever. */
  at: number;
  ms: number;
  until?: number;
}

const plans = fc.array(
  fc.record(
    { at: fc.nat(100), ms: fc.constantFrom(0, 1, 20, 50), until: fc.nat(150) },
    { requiredKeys: ['at', 'ms'] },
  ),
  { maxLength: 12 },
);

/** What fires, and when, on a clock. */
function play(all: readonly Plan[], clock: Pick<Timers, 'setTimeout' | 'clearTimeout'>) {
  const fired: string[] = [];
  const begun = performance.now();
  const set = new Map<Plan, unknown>();
  for (let now = 0; now < 200; now++) {
    for (const [index, plan] of all.entries()) {
      const fire = () => fired.push(`${index} after ${performance.now() - begun}`);
      if (plan.at === now) set.set(plan, clock.setTimeout(fire, plan.ms));
      if (plan.until === now && set.has(plan)) clock.clearTimeout(set.get(plan));
    }
    jest.advanceTimersByTime(1);
  }
  return fired.sort();
}

describe('a steady clock', () => {
  it("fires what Node's timers fire, whatever is set and taken back", () => {
    fc.assert(
      fc.property(plans, (all) => {
        const clock = new SteadyClock(nodes);
        expect(play(all, clock)).toEqual(play(all, nodes));
        clock.tidy();
        expect(jest.getTimerCount()).toBe(0);
      }),
    );
  });

  it('fires in the order of setting, and what is set meanwhile in its turn', () => {
    const clock = new SteadyClock(nodes);
    const fired: number[] = [];
    clock.setTimeout(() => {
      fired.push(1);
      clock.setTimeout(() => fired.push(3), 10);
    }, 10);
    const second = clock.setTimeout(() => fired.push(2), 10);
    clock.setTimeout(() => clock.clearTimeout(second), 5);
    jest.advanceTimersByTime(10);
    expect(fired).toEqual([1]);
    jest.advanceTimersByTime(10);
    expect(fired).toEqual([1, 3]);
  });

  it('fires in the order in which they are due after a long block, whichever alarm rings', () => {
    const clock = new SteadyClock({ ...nodes, now: () => time });
    let time = 0;
    const fired: number[] = [];
    clock.clearTimeout(clock.setTimeout(() => {}, 100));
    time = 50;
    clock.setTimeout(() => fired.push(150), 100);
    clock.setTimeout(() => fired.push(120), 70);
    time = 500;
    jest.advanceTimersByTime(500);
    expect(fired).toEqual([120, 150]);
  });

  it('goes on after one that throws', () => {
    const clock = new SteadyClock(nodes);
    const fired: number[] = [];
    clock.setTimeout(() => {
      throw new Error('boom');
    }, 10);
    clock.setTimeout(() => fired.push(2), 10);
    expect(() => jest.advanceTimersByTime(10)).toThrow('boom');
    jest.advanceTimersByTime(2);
    expect(fired).toEqual([2]);
  });

  it('sets one alarm for a thousand timers that come and go', () => {
    const set = jest.fn(nodes.setTimeout);
    const clock = new SteadyClock({ ...nodes, setTimeout: set });
    for (let i = 0; i < 1000; i++) clock.clearTimeout(clock.setTimeout(() => {}, 60_000));
    expect(set).toHaveBeenCalledTimes(1);
  });

  it('keeps nothing of lengths that never come again', () => {
    const clock = new SteadyClock(nodes);
    for (let i = 0; i < 1000; i++) {
      for (const ms of [i + 1, i + 0.5]) clock.clearTimeout(clock.setTimeout(() => {}, ms));
    }
    expect(jest.getTimerCount()).toBeLessThanOrEqual(64);
    let fired = false;
    clock.setTimeout(() => {
      fired = true;
    }, 5000.5);
    jest.advanceTimersByTime(5001);
    expect(fired).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('the clock of sessions', () => {
  it('uses the timers that a test has put in place, whatever else the test has left alone', () => {
    jest.useRealTimers();
    jest.useFakeTimers({ doNotFake: ['performance'] });
    let fired = 0;
    const count = () => {
      fired += 1;
    };
    steadyClock.setTimeout(count, 60_000);
    steadyClock.clearTimeout(steadyClock.setTimeout(count, 60_000));
    jest.advanceTimersByTime(59_999);
    expect(fired).toBe(0);
    jest.advanceTimersByTime(1);
    expect([fired, jest.getTimerCount()]).toEqual([1, 0]);
  });

  it('keeps no program alive by an alarm that nobody waits for', () => {
    jest.useRealTimers();
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
    const timer = steadyClock.setTimeout(() => {}, 5000);
    const before = timers().length;
    steadyClock.clearTimeout(timer);
    expect(timers().length).toBe(before - 1);
    const again = steadyClock.setTimeout(() => {}, 5000);
    expect(timers().length).toBe(before);
    steadyClock.clearTimeout(again);
    steadyClock.tidy();
  });
});
