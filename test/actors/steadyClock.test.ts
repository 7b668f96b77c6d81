import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { steadyClock } from '../../src/actors/steadyClock.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

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
function play(
  all: readonly Plan[],
  clock: Pick<typeof steadyClock, 'setTimeout' | 'clearTimeout'>,
) {
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

const nodes = {
  setTimeout: (fire: () => void, ms: number) => setTimeout(fire, ms),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
};

describe('the steady clock', () => {
  it("fires what Node's timers fire, whatever is set and taken back", () => {
    fc.assert(
      fc.property(plans, (all) => {
        expect(play(all, steadyClock)).toEqual(play(all, nodes));
        steadyClock.tidy();
        expect(jest.getTimerCount()).toBe(0);
      }),
    );
  });

  it('fires in the order of setting, and what is set meanwhile in its turn', () => {
    const fired: number[] = [];
    steadyClock.setTimeout(() => {
      fired.push(1);
      steadyClock.setTimeout(() => fired.push(3), 10);
    }, 10);
    const second = steadyClock.setTimeout(() => fired.push(2), 10);
    steadyClock.setTimeout(() => steadyClock.clearTimeout(second), 5);
    jest.advanceTimersByTime(10);
    expect(fired).toEqual([1]);
    jest.advanceTimersByTime(10);
    expect(fired).toEqual([1, 3]);
  });

  it('goes on after one that throws', () => {
    const fired: number[] = [];
    steadyClock.setTimeout(() => {
      throw new Error('boom');
    }, 10);
    steadyClock.setTimeout(() => fired.push(2), 10);
    expect(() => jest.advanceTimersByTime(10)).toThrow('boom');
    jest.advanceTimersByTime(2);
    expect(fired).toEqual([2]);
  });

  it('sets one alarm for a thousand timers that come and go', () => {
    const set = jest.spyOn(globalThis, 'setTimeout');
    for (let i = 0; i < 1000; i++) {
      steadyClock.clearTimeout(steadyClock.setTimeout(() => {}, 60_000));
    }
    expect(set).toHaveBeenCalledTimes(1);
    set.mockRestore();
  });

  it('forgets the alarms of timers that a test has replaced', () => {
    steadyClock.clearTimeout(steadyClock.setTimeout(() => {}, 10));
    jest.useRealTimers();
    jest.useFakeTimers();
    let fired = false;
    steadyClock.setTimeout(() => {
      fired = true;
    }, 10);
    jest.advanceTimersByTime(11);
    expect(fired).toBe(true);
  });

  it('keeps no program alive by an alarm that nobody waits for', async () => {
    jest.useRealTimers();
    const timer = steadyClock.setTimeout(() => {}, 5000);
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
    const before = timers().length;
    steadyClock.clearTimeout(timer);
    expect(timers().length).toBe(before - 1);
    const again = steadyClock.setTimeout(() => {}, 5000);
    expect(timers().length).toBe(before);
    steadyClock.clearTimeout(again);
    steadyClock.tidy();
  });
});
