import { describe, expect, it } from '@jest/globals';
import { focusOn } from '../../../../src/inspect/page/model/chartFocus.js';

const whole = { x: -10, y: -10, width: 1_000, height: 800 };
const box = (x: number, y: number) => ({ x, y, width: 100, height: 40 });

describe('the visible part of a chart', () => {
  it('is all of it if it can be read', () => {
    expect(focusOn(whole, [[box(0, 0)]], { width: 900, height: 700 }, whole)).toBe(whole);
  });

  it('is a readable part around what is active, within the chart', () => {
    const pane = { width: 400, height: 320 };
    const middle = focusOn(whole, [[box(450, 300)]], pane, whole);
    expect(middle).toMatchObject({ width: 500, height: 400 });
    expect(middle.x + middle.width / 2).toBe(500);
    const corner = focusOn(whole, [[box(0, 0)]], pane, whole);
    expect([corner.x, corner.y]).toEqual([-10, -10]);
    const opposite = focusOn(whole, [[box(890, 750)]], pane, whole);
    expect([opposite.x, opposite.y]).toEqual([490, 390]);
  });

  it('stays where it is while what is active is in view', () => {
    const pane = { width: 400, height: 320 };
    const first = focusOn(whole, [[box(450, 300)]], pane, whole);
    expect(focusOn(whole, [[box(500, 320)]], pane, first)).toBe(first);
    expect(focusOn(whole, [[box(0, 0)]], pane, first)).not.toEqual(first);
  });

  it('has the states around what is active, if there is room for them', () => {
    const outer = { x: 300, y: 200, width: 480, height: 300 };
    const leaf = box(650, 210);
    const wide = focusOn(whole, [[outer, leaf], [leaf]], { width: 400, height: 320 }, whole);
    expect(wide.x).toBeLessThanOrEqual(outer.x);
    expect(wide.x + wide.width).toBeGreaterThanOrEqual(outer.x + outer.width);
    const narrow = focusOn(whole, [[outer, leaf], [leaf]], { width: 300, height: 320 }, whole);
    expect(narrow.x + narrow.width / 2).toBe(700);
  });

  it('does not change while its pane is hidden', () => {
    expect(focusOn(whole, [[box(0, 0)]], { width: 0, height: 0 }, box(1, 1))).toEqual(box(1, 1));
  });
});
