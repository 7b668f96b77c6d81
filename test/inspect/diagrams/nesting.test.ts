import { describe, expect, it } from '@jest/globals';
import { createMachine } from 'xstate';
import { toMermaid } from '../../../src/inspect/diagrams/toMermaid.js';

describe('nested states', () => {
  it('are drawn in the frame of their parent, with its start, end and arrows', () => {
    const machine = createMachine({
      id: 'm',
      initial: 'outer',
      states: {
        outer: {
          initial: 'one',
          on: { leave: 'left' },
          states: { one: { on: { next: 'two', out: '#m.left' } }, two: { type: 'final' } },
        },
        left: {},
      },
    });
    expect(toMermaid(machine, { directions: { outer: 'LR' } })).toBe(
      [
        'stateDiagram-v2',
        '  direction TB',
        '  state "outer" as outer {',
        '    direction LR',
        '    state "one" as outer_one',
        '    state "two" as outer_two',
        '    [*] --> outer_one',
        '    outer_one --> outer_two: next',
        '    outer_two --> [*]',
        '  }',
        '  state "left" as left',
        '  outer_one --> left: out',
        '  outer --> left: leave',
        '  [*] --> outer',
        '',
      ].join('\n'),
    );
  });

  it('of a parallel state are regions, each in a frame of its own', () => {
    const region = { initial: 'off', states: { off: { on: { go: 'on' } }, on: {} } };
    const machine = createMachine({
      initial: 'both',
      states: { both: { type: 'parallel', states: { left: region, right: region } } },
    });
    const text = toMermaid(machine);
    expect(text).toContain('state "both (parallel)" as both {');
    expect(text).toContain('state "left" as both_left {');
    expect(text).toContain('both_left_off --> both_left_on: go');
    expect(text).toContain('both_right_off --> both_right_on: go');
  });

  it('of a parallel machine are drawn in a frame with the name of the machine', () => {
    const machine = createMachine({
      id: 'twins',
      type: 'parallel',
      states: { a: { on: { x: {} } }, b: {} },
    });
    expect(toMermaid(machine)).toContain('state "twins (parallel)" as whole {');
  });

  it('are left out of a collapsed state, and arrows end at its border', () => {
    const machine = createMachine({
      id: 'm',
      initial: 'a',
      states: {
        a: { on: { deep: '#m.outer.two', go: 'outer' } },
        outer: {
          initial: 'one',
          states: { one: { on: { next: 'two' } }, two: { on: { out: '#m.a' } } },
        },
      },
    });
    expect(toMermaid(machine, { collapse: ['outer'] })).toBe(
      [
        'stateDiagram-v2',
        '  direction TB',
        '  state "a" as a',
        '  state "outer" as outer',
        '  outer --> a: out',
        '  a --> outer: deep, go',
        '  [*] --> a',
        '',
      ].join('\n'),
    );
  });
});

describe('what applies to any state', () => {
  it('is a dashed box with its own arrows', () => {
    const machine = createMachine({
      initial: 'a',
      on: { reset: '.a', note: { actions: 'note' } },
      states: { a: { on: { go: 'b' } }, b: {} },
    });
    expect(toMermaid(machine)).toBe(
      [
        'stateDiagram-v2',
        '  direction TB',
        '  state "any state" as any',
        '  any: handles note',
        '  state "a" as a',
        '  state "b" as b',
        '  a --> b: go',
        '  any --> a: reset',
        '  [*] --> a',
        '  classDef any fill:none,stroke-dasharray:4 4',
        '  class any any',
        '',
      ].join('\n'),
    );
  });

  it('is a frame around the other states if all of it leads to final states', () => {
    const machine = createMachine({
      initial: 'a',
      on: { stop: '.stopped' },
      states: { a: { on: { go: 'b' } }, b: {}, stopped: { type: 'final' } },
    });
    expect(toMermaid(machine)).toBe(
      [
        'stateDiagram-v2',
        '  direction TB',
        '  state "any state" as any {',
        '    direction TB',
        '    state "a" as a',
        '    state "b" as b',
        '    [*] --> a',
        '    a --> b: go',
        '  }',
        '  state "stopped" as stopped',
        '  stopped --> [*]',
        '  any --> stopped: stop',
        '',
      ].join('\n'),
    );
  });

  it('is listed in the box if its label is too long for an arrow', () => {
    const events = Array.from({ length: 9 }, (_, index) => [`some.event${index}`, '.a'] as const);
    const machine = createMachine({
      initial: 'a',
      on: Object.fromEntries(events),
      states: { a: {}, b: {} },
    });
    const text = toMermaid(machine);
    expect(text).toContain('some.event8 → a');
    expect(text).not.toContain('any --> a');
  });

  it('starts at the dashed box if arrows cross the border of the state', () => {
    const machine = createMachine({
      id: 'm',
      initial: 'outer',
      states: {
        outer: {
          initial: 'one',
          on: { leave: 'left', note: { actions: 'note' } },
          states: { one: { on: { out: '#m.left' } } },
        },
        left: {},
      },
    });
    const text = toMermaid(machine);
    expect(text).toContain('state "any state in outer" as any_outer');
    expect(text).toContain('any_outer --> left: leave');
  });

  it('is listed if a transition leads to an ancestor of its source', () => {
    const machine = createMachine({
      id: 'm',
      initial: 'outer',
      states: { outer: { initial: 'one', states: { one: { on: { again: '#m.outer' } } } } },
    });
    expect(toMermaid(machine)).toContain('outer_one: again → outer');
  });
});
