import { describe, expect, it } from '@jest/globals';
import {
  lastAt,
  panRange,
  revealTime,
  tickLabel,
  tickStep,
  ticksOf,
  zoomRange,
} from '../../../../src/inspect/page/model/timeScale.js';

const whole = { from: 1_000, to: 11_000 };

describe('the visible times', () => {
  it('shrink around the time under the pointer', () => {
    expect(zoomRange(whole, 0.5, 3_000, whole)).toEqual({ from: 2_000, to: 7_000 });
  });

  it('never leave the whole, and never become too short to see', () => {
    expect(zoomRange({ from: 2_000, to: 3_000 }, 1_000, 2_500, whole)).toEqual(whole);
    const { from, to } = zoomRange(whole, 1e-9, 11_000, whole);
    expect([from, to]).toEqual([10_980, 11_000]);
    expect(panRange({ from: 2_000, to: 4_000 }, -9_000, whole)).toEqual({ from: 1_000, to: 3_000 });
    expect(panRange({ from: 2_000, to: 4_000 }, 9_999, whole)).toEqual({ from: 9_000, to: 11_000 });
  });

  it('move only if the cursor leaves them', () => {
    const view = { from: 2_000, to: 4_000 };
    expect(revealTime(view, 3_999, whole)).toBe(view);
    const { from, to } = revealTime(view, 6_000, whole);
    expect(from).toBeLessThan(6_000);
    expect(to).toBeGreaterThan(6_000);
    expect(to - from).toBe(2_000);
  });
});

describe('the ruler', () => {
  it.each([
    [{ from: 0, to: 400 }, '0 ms', '100 ms'],
    [{ from: 0, to: 40_000 }, '0 s', '10 s'],
    [{ from: 61_000, to: 61_080 }, '1 min 1.00 s', '1 min 1.02 s'],
    [{ from: 1_000, to: 1_004 }, '1.000 s', '1.001 s'],
    [{ from: 3_600_000, to: 3_660_000 }, '1 h', '1 h 15 s'],
    [{ from: 3_600_000, to: 7_200_000 }, '1 h', '1 h 15 min'],
  ])('labels the ticks of %j so that no two look the same', (view, first, second) => {
    const labels = ticksOf(view, 0, 4).map((at) => tickLabel(at, tickStep(view, 4)));
    expect(labels.slice(0, 2)).toEqual([first, second]);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it.each([
    [{ from: 1_000, to: 1_100 }, 10, [1_000, 1_010, 1_020]],
    [{ from: 1_000, to: 61_000 }, 8, [1_000, 11_000, 21_000]],
    [{ from: 5_500, to: 8_500 }, 4, [6_000, 7_000, 8_000]],
  ])('has round times in %j', (view, max, first) => {
    const ticks = ticksOf(view, 1_000, max);
    expect(ticks.slice(0, 3)).toEqual(first);
    expect(ticks.length).toBeLessThanOrEqual(max + 1);
  });
});

describe('the row at a time', () => {
  const rows = [{ at: 1 }, { at: 5 }, { at: 5 }, { at: 9 }];
  it.each([
    [0, -1],
    [1, 0],
    [5, 2],
    [8, 2],
    [99, 3],
  ])('%i is row %i', (at, index) => {
    expect(lastAt(rows, at)).toBe(index);
  });
});
