import { describe, expect, it } from '@jest/globals';
import { and, createMachine, fromCallback, not, or, setup, stateIn } from 'xstate';
import { toMermaid } from '../../../src/inspect/diagrams/toMermaid.js';

/** The statements of a diagram, without indentation and in the order of the text. */
function statements(...given: Parameters<typeof toMermaid>): string[] {
  return toMermaid(...given)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

function arrows(...given: Parameters<typeof toMermaid>): string[] {
  return statements(...given).filter((line) => line.includes(' --> '));
}

const door = setup({
  types: { events: {} as { type: 'open' } | { type: 'close' } | { type: 'ring' } },
  actions: { greet: () => {}, lock: () => {}, tell: () => {} },
  guards: { isFree: () => true },
  delays: { patience: 5000 },
}).createMachine({
  id: 'door',
  initial: 'closed',
  states: {
    closed: {
      entry: 'lock',
      on: {
        open: [
          { guard: 'isFree', target: 'open', actions: 'greet' },
          { target: 'broken', actions: 'tell' },
        ],
        ring: { actions: 'tell' },
      },
    },
    open: { on: { close: 'closed', open: {} }, after: { patience: 'closed' } },
    broken: { type: 'final' },
  },
});
const delays = { patience: '5\u00a0s' };

describe('a machine as a Mermaid diagram', () => {
  it('shows initial and final states, guards, delays with values and events handled in place', () => {
    expect(toMermaid(door, { delays, directions: { '': 'LR' } })).toBe(
      [
        'stateDiagram-v2',
        '  direction LR',
        '  state "closed" as closed',
        '  closed: handles ring',
        '  state "open" as open',
        '  open: ignores open',
        '  state "broken" as broken',
        '  [*] --> closed',
        '  closed --> open: open [isFree]',
        '  closed --> broken: open [else]',
        '  open --> closed: • close<br/>• after patience (5\u00a0s)',
        '  broken --> [*]',
        '',
      ].join('\n'),
    );
  });

  it('shows actions in states, or on arrows too, if asked for', () => {
    const inStates = statements(door, { delays, actions: 'inStates' });
    expect(inStates).toContain('closed: entry / lock');
    expect(inStates).toContain('closed: ring / tell');
    expect(inStates).toContain('closed --> open: open [isFree]');
    expect(arrows(door, { delays, actions: 'everywhere' })).toContain(
      'closed --> open: open [isFree] / greet',
    );
  });

  it('shows only state changes in an overview', () => {
    expect(statements(door, { delays, overview: true })).not.toContainEqual(
      expect.stringMatching(/handles|ignores/),
    );
  });

  it('rejects a delay without a value, and a value without a delay', () => {
    expect(() => toMermaid(door)).toThrow('The delay patience of the machine door has no text');
    expect(() => toMermaid(door, { delays: { ...delays, nap: '1 s' } })).toThrow(
      'The delay nap of the machine door is not used',
    );
  });

  it('shows a numeric delay by its value', () => {
    const machine = createMachine({
      initial: 'a',
      states: { a: { after: { 250: 'b', 90000: 'c' } }, b: {}, c: {} },
    });
    expect(arrows(machine)).toContain('a --> b: after 250\u00a0ms');
    expect(arrows(machine)).toContain('a --> c: after 90\u00a0s');
  });

  it('labels an eventless transition with its guard alone', () => {
    const machine = createMachine({
      initial: 'a',
      states: { a: { always: [{ guard: 'isReady', target: 'b' }, 'c'] }, b: {}, c: {} },
    });
    expect(arrows(machine)).toEqual(['a --> c: [else]', 'a --> b: [isReady]', '[*] --> a']);
  });

  it('spells out combined guards', () => {
    const machine = createMachine({
      initial: 'a',
      states: {
        a: {
          on: {
            x: { guard: and(['p', not('q')]), target: 'b' },
            y: { guard: or(['p', 'q']), target: 'b' },
            z: { guard: stateIn({ a: 'deep' }), target: 'b' },
            i: { guard: () => true, target: 'b' },
          },
        },
        b: {},
      },
    });
    expect(arrows(machine)[0]).toBe(
      'a --> b: • x [(p && !q)]<br/>• y [(p || q)]<br/>• z [in a.deep]<br/>• i [inline]',
    );
  });

  it('merges transitions that differ only in event, or only in guard', () => {
    const machine = createMachine({
      initial: 'a',
      states: {
        a: {
          on: {
            x: 'b',
            y: 'b',
            z: [{ guard: 'p', target: 'c' }, { guard: 'q', target: 'b' }, { target: 'c' }],
            w: [{ guard: 'p', target: 'd', actions: 'note' }, { target: 'd' }],
          },
        },
        b: {},
        c: {},
        d: {},
      },
    });
    expect(arrows(machine)).toEqual([
      'a --> d: w',
      'a --> c: z [p or else]',
      'a --> b: • x, y<br/>• z [q]',
      '[*] --> a',
    ]);
  });

  it('marks a state that is exited and entered again', () => {
    const machine = createMachine({
      initial: 'a',
      states: { a: { on: { again: { target: 'a', reenter: true }, note: { target: 'a' } } } },
    });
    expect(statements(machine)).toEqual(
      expect.arrayContaining(['a: again ↺', 'a: note', '[*] --> a']),
    );
    expect(arrows(machine)).toHaveLength(1);
  });

  it("translates wildcards and XState's own events", () => {
    const machine = createMachine({
      initial: 'a',
      states: {
        a: {
          initial: 'b',
          invoke: { src: 'worker', id: 'worker', onDone: 'd', onError: 'e' },
          on: { 'xstate.done.actor.*': 'f', '*': 'g' },
          onDone: 'h',
          states: { b: { type: 'final' } },
        },
        d: {},
        e: {},
        f: {},
        g: {},
        h: {},
      },
    });
    expect(arrows(machine)).toEqual(
      expect.arrayContaining([
        'a --> d: worker done',
        'a --> e: worker failed',
        'a --> f: child done',
        'a --> g: any other event',
        'a --> h: done',
      ]),
    );
  });

  it('shows invoked actors in their state, and spawned ones for the whole machine', () => {
    const quiet = fromCallback(() => {});
    const machine = setup({ actors: { worker: quiet, helper: quiet } }).createMachine({
      initial: 'a',
      states: {
        a: { invoke: { src: 'worker', id: 'first' } },
        b: {
          initial: 'c',
          invoke: { src: 'worker', id: 'worker' },
          states: { c: {} },
        },
      },
    });
    expect(statements(machine)).toEqual(
      expect.arrayContaining([
        'any: spawns helper',
        'a: invokes first (worker)',
        'state "b · invokes worker" as b {',
      ]),
    );
  });
});
