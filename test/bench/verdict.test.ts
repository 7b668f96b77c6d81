import { describe, expect, it } from '@jest/globals';
import { median, ratios } from '../../bench/harness/statistics.mjs';
import {
  decidingMeasure,
  isClearMiss,
  type Target,
  targetOf,
  verdict,
} from '../../bench/harness/verdict.mjs';

const wall = (rounds: number[], target?: Target) => ({
  by: 'wall',
  measures: { wall: rounds },
  target,
});

describe('the verdict on a row', () => {
  it.each<[string, number[], Target, string]>([
    ['a rate whose median reaches it', [0.7, 0.85, 0.9], { atLeast: 0.85 }, 'met'],
    ['a time whose median reaches it', [1.1, 1.3, 9], { atMost: 1.3 }, 'met'],
    ['a rate whose median does not', [0.9, 0.849, 0.8], { atLeast: 0.85 }, 'under target'],
    ['a time whose median does not', [1, 1.31, 1.4], { atMost: 1.3 }, 'over target'],
    [
      'a time just over it in most rounds',
      [1, 1, 1.31, 1.31, 1.31],
      { atMost: 1.3 },
      'over target',
    ],
    ['a single round that reaches it', [4.9], { atMost: 5 }, 'met'],
    ['a single round that does not', [5.1], { atMost: 5 }, 'over target'],
    ['a median between the target and the goal', [1.4], { atMost: 1.5, goal: 1.3 }, 'met'],
  ])('%s: %j against %j is %s', (_, rounds, target, expected) => {
    expect(verdict(wall(rounds, target))).toBe(expected);
  });

  it('is "no target" if there is none', () => {
    expect(verdict(wall([1, 2, 3]))).toBe('no target');
  });
});

describe('a clear miss, which fails the run', () => {
  it.each<[string, number[], Target, boolean]>([
    ['a median that reaches it', [0.7, 0.85, 0.9], { atLeast: 0.85 }, false],
    ['a rate of which no round reaches it', [0.7, 0.8, 0.84], { atLeast: 0.85 }, true],
    ['a time of which no round reaches it', [1.31, 1.4, 1.5], { atMost: 1.3 }, true],
    ['one round in four', [0.9, 0.8, 0.8, 0.8], { atLeast: 0.85 }, true],
    ['one round in seven', [1, 2, 2, 2, 2, 2, 2], { atMost: 1.3 }, true],
    ['two rounds in seven', [1, 1, 2, 2, 2, 2, 2], { atMost: 1.3 }, false],
    ['one round in three', [0.9, 0.8, 0.8], { atLeast: 0.85 }, false],
    ['a single round that reaches it', [4.9], { atMost: 5 }, false],
    ['a single round that does not', [5.1], { atMost: 5 }, true],
  ])('%s: %j against %j: %s', (_, rounds, target, expected) => {
    expect(isClearMiss(wall(rounds, target))).toBe(expected);
  });

  it('needs a target', () => {
    expect(isClearMiss(wall([1, 2, 3]))).toBe(false);
  });
});

describe('a short run', () => {
  const short = { short: true };
  const cpu = (rounds: number[], target: Target) => ({
    by: 'cpu',
    measures: { cpu: rounds },
    target,
  });

  it('accepts half the rate and twice the time', () => {
    expect(targetOf(cpu([], { atLeast: 0.85 }), short)).toEqual({ atLeast: 0.425 });
    expect(targetOf(cpu([], { atMost: 3, goal: 2 }), short)).toEqual({ atMost: 6 });
    expect(verdict(cpu([0.5, 0.5], { atLeast: 0.85 }), short)).toBe('met');
    const collapsed = cpu([0.4, 0.4], { atLeast: 0.85 });
    expect([verdict(collapsed, short), isClearMiss(collapsed, short)]).toEqual([
      'under target',
      true,
    ]);
  });

  it('uses a target of its own if a row has one', () => {
    const row = { ...cpu([9, 9], { atMost: 1.3 }), shortTarget: { atMost: 5 } };
    expect([verdict(row), verdict(row, short)]).toEqual(['over target', 'met']);
    expect(verdict({ ...row, measures: { cpu: [11, 11] } }, short)).toBe('over target');
  });

  it('looks at CPU time if a full run looks at wall time', () => {
    const row = { by: 'wall', measures: { wall: [20, 20], cpu: [2, 2] }, target: { atMost: 3 } };
    expect([decidingMeasure(row), decidingMeasure(row, short)]).toEqual(['wall', 'cpu']);
    expect([verdict(row), verdict(row, short)]).toEqual(['over target', 'met']);
    expect([isClearMiss(row), isClearMiss(row, short)]).toEqual([true, false]);
    const collapsed = { ...row, measures: { wall: [2, 2], cpu: [20, 20] } };
    expect([verdict(collapsed), verdict(collapsed, short)]).toEqual(['met', 'over target']);
  });

  it('ignores targets of rows that have only a wall time, but not those of memory', () => {
    const heap = { by: 'heap', measures: { heap: [81] }, target: { atMost: 40 } };
    expect(verdict(heap, short)).toBe('over target');
    expect(verdict(wall([20], { atMost: 3 }), short)).toBe('no target');
    expect(isClearMiss(wall([20], { atMost: 3 }), short)).toBe(false);
  });
});

it('takes ratios round by round, so a slow round does not count', () => {
  const ours = [10, 40, 10];
  const theirs = [20, 80, 20];
  expect(ratios(ours, theirs, (ms) => ms)).toEqual([0.5, 0.5, 0.5]);
});

it.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
  [[10, 9], 9.5],
])('the median of %j is %d', (list, expected) => {
  expect(median(list)).toBe(expected);
});
