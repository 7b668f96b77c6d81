import { describe, expect, it } from '@jest/globals';
import { createMachine } from 'xstate';
import { readAnyChart } from '../../../../src/inspect/chart/readChart.js';
import { machineDiagrams } from '../../../../src/inspect/diagrams/machineDiagrams.js';
import { edgePath } from '../../../../src/inspect/page/model/edgePath.js';
import { type Box, layoutChart } from '../../../../src/inspect/page/model/layoutChart.js';

const layouts = Object.entries(machineDiagrams).map(([name, { machine }]) => {
  return [name, layoutChart(readAnyChart(machine), name)] as const;
});

const parentOf = (path: string) => path.split('.').slice(0, -1).join('.');
const right = ({ x, width }: Box) => x + width;
const bottom = ({ y, height }: Box) => y + height;

describe('the drawing of a chart', () => {
  it.each(layouts)(
    '%s has every box inside its parent, and no two boxes overlap',
    (_, { boxes }) => {
      const byPath = new Map(boxes.map((box) => [box.path, box]));
      expect(byPath.size).toBe(boxes.length);
      for (const box of boxes.filter(({ path }) => path !== '')) {
        const parent = byPath.get(parentOf(box.path)) as Box;
        expect(box.x).toBeGreaterThanOrEqual(parent.x);
        expect(box.y).toBeGreaterThan(parent.y);
        expect(right(box)).toBeLessThanOrEqual(right(parent));
        expect(bottom(box)).toBeLessThan(bottom(parent));
      }
      for (const one of boxes) {
        for (const other of boxes) {
          if (one === other || parentOf(one.path) !== parentOf(other.path)) continue;
          if (one.path === '' || other.path === '') continue;
          const isApart =
            right(one) <= other.x ||
            right(other) <= one.x ||
            bottom(one) <= other.y ||
            bottom(other) <= one.y;
          expect([one.path, other.path, isApart]).toEqual([one.path, other.path, true]);
        }
      }
    },
  );

  it.each(layouts)('%s has a drawable arrow for each transition', (_, { boxes, edges }) => {
    const byPath = new Map(boxes.map((box) => [box.path, box]));
    for (const [lane, { from, to, triggers }] of edges.entries()) {
      const { d, x, y } = edgePath(byPath.get(from) as Box, byPath.get(to) as Box, lane, boxes);
      expect(d).toMatch(/^M-?[\d.]/);
      expect(d).not.toContain('NaN');
      expect(Number.isFinite(x + y)).toBe(true);
      expect(triggers.length).toBeGreaterThan(0);
    }
  });

  it('places the states of a session from top to bottom, in the order they are entered', () => {
    const { boxes } = layouts.find(([name]) => name === 'session')?.[1] ?? { boxes: [] };
    const y = (path: string) => boxes.find((box) => box.path === path)?.y ?? Number.NaN;
    const life = ['starting', 'initSent', 'running', 'stopping', 'stopped'].map(y);
    expect(life).toEqual([...life].sort((a, b) => a - b));
    expect(new Set(life).size).toBe(5);
    expect(y('stopped')).toBe(y('failed'));
  });

  it('leads an arrow around the boxes in between', () => {
    const machine = createMachine({
      id: 'm',
      initial: 'a',
      states: { a: { on: { next: 'b', skip: 'c' } }, b: { on: { next: 'c' } }, c: {} },
    });
    const { boxes, edges } = layoutChart(readAnyChart(machine), 'm');
    const box = (path: string) => boxes.find((one) => one.path === path) as Box;
    const skip = edges.findIndex(({ from, to }) => from === 'a' && to === 'c');
    expect(edgePath(box('a'), box('c'), skip, boxes).x).toBeLessThan(box('b').x);
    expect(edgePath(box('a'), box('b'), 0, boxes).x).toBeGreaterThan(box('b').x);
  });
});
