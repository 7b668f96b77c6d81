import { describe, expect, it } from '@jest/globals';
import { median, quotients } from '../../bench/harness/statistics.mjs';
import { judgedBy, type Target, targetOf, verdict } from '../../bench/harness/verdict.mjs';

const wall = (rounds: number[], target?: Target) => ({
  by: 'wall',
  measures: { wall: rounds },
  target,
});

describe('the verdict on a row of a benchmark', () => {
  it.each<[string, number[], Target, string]>([
    ['a rate whose median reaches it', [0.7, 0.85, 0.9], { atLeast: 0.85 }, 'met'],
    ['a time whose median reaches it', [1.1, 1.3, 9], { atMost: 1.3 }, 'met'],
    ['a rate of which no round reaches it', [0.7, 0.8, 0.84], { atLeast: 0.85 }, 'missed'],
    ['a time of which no round reaches it', [1.31, 1.4, 1.5], { atMost: 1.3 }, 'missed'],
    ['one round in four', [0.9, 0.8, 0.8, 0.8], { atLeast: 0.85 }, 'missed'],
    ['one round in seven', [1, 2, 2, 2, 2, 2, 2], { atMost: 1.3 }, 'missed'],
    ['two rounds in seven', [1, 1, 2, 2, 2, 2, 2], { atMost: 1.3 }, 'noise'],
    ['one round in three', [0.9, 0.8, 0.8], { atLeast: 0.85 }, 'noise'],
    ['a single round that reaches it', [4.9], { atMost: 5 }, 'met'],
    ['a single round that does not', [5.1], { atMost: 5 }, 'missed'],
  ])('%s: %j against %j is %s', (_, rounds, target, expected) => {
    expect(verdict(wall(rounds, target))).toBe(expected);
  });

  it('is none where there is no target', () => {
    expect(verdict(wall([1, 2, 3]))).toBe('shown');
  });
});

describe('the short form', () => {
  const form = { short: true };
  const cpu = (rounds: number[], target: Target) => ({
    by: 'cpu',
    measures: { cpu: rounds },
    target,
  });

  it('is content with half of a rate and twice a time', () => {
    expect(targetOf(cpu([], { atLeast: 0.85 }), form)).toEqual({ atLeast: 0.425 });
    expect(targetOf(cpu([], { atMost: 3 }), form)).toEqual({ atMost: 6 });
    expect(verdict(cpu([0.5, 0.5], { atLeast: 0.85 }), form)).toBe('met');
    expect(verdict(cpu([0.4, 0.4], { atLeast: 0.85 }), form)).toBe('missed');
  });

  it('guards what is reached where the target is not', () => {
    const row = { ...cpu([9, 9], { atMost: 1.3 }), reached: { atMost: 5 } };
    expect([verdict(row), verdict(row, form)]).toEqual(['missed', 'met']);
    expect(verdict({ ...row, measures: { cpu: [11, 11] } }, form)).toBe('missed');
  });

  it('judges by CPU time where the full one judges by wall time', () => {
    const row = { by: 'wall', measures: { wall: [20, 20], cpu: [2, 2] }, target: { atMost: 3 } };
    expect([judgedBy(row), judgedBy(row, form)]).toEqual(['wall', 'cpu']);
    expect([verdict(row), verdict(row, form)]).toEqual(['missed', 'met']);
    const collapsed = { ...row, measures: { wall: [2, 2], cpu: [20, 20] } };
    expect([verdict(collapsed), verdict(collapsed, form)]).toEqual(['met', 'missed']);
  });

  it('judges nothing that has only a wall time, and memory as ever', () => {
    const heap = { by: 'heap', measures: { heap: [81] }, target: { atMost: 40 } };
    expect(verdict(heap, form)).toBe('missed');
    expect(verdict(wall([20], { atMost: 3 }), form)).toBe('shown');
  });
});

it('takes quotients round by round, so that a slow while does not count', () => {
  const ours = [10, 40, 10];
  const theirs = [20, 80, 20];
  expect(quotients(ours, theirs, (ms) => ms)).toEqual([0.5, 0.5, 0.5]);
});

it.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
  [[10, 9], 9.5],
])('the median of %j is %d', (list, expected) => {
  expect(median(list)).toBe(expected);
});
