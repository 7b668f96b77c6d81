import { describe, expect, it } from '@jest/globals';
import { createMachine } from 'xstate';
import { toMermaid } from '../../../src/inspect/diagrams/toMermaid.js';

describe('states in states', () => {
  it('stand in the frame of their parent, with its start, end and arrows', () => {
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

  it('side by side are called parallel, each region in a frame of its own', () => {
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

  it('side by side at the top stand in a frame with the name of the machine', () => {
    const machine = createMachine({
      id: 'twins',
      type: 'parallel',
      states: { a: { on: { x: {} } }, b: {} },
    });
    expect(toMermaid(machine)).toContain('state "twins (parallel)" as whole {');
  });

  it('are left out of a state that is drawn closed, and arrows end at its edge', () => {
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

describe('what holds in any state', () => {
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

  it('is a frame around the others where all of it leads to an end', () => {
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

  it('is told in the box where its label would be too long for an arrow', () => {
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

  it('of a state is drawn from its box where its inside has arrows to the outside', () => {
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

  it('is told where a transition leads to a state around its source', () => {
    const machine = createMachine({
      id: 'm',
      initial: 'outer',
      states: { outer: { initial: 'one', states: { one: { on: { again: '#m.outer' } } } } },
    });
    expect(toMermaid(machine)).toContain('outer_one: again → outer');
  });
});
