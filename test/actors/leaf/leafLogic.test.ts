import { describe, expect, it } from '@jest/globals';
import {
  type AnyActorLogic,
  assign,
  createActor,
  createMachine,
  fromCallback,
  fromPromise,
  SimulatedClock,
  sendTo,
  setup,
} from 'xstate';
import { leafLogic } from '../../../src/actors/leaf/leafLogic.js';

const count = setup({
  types: { context: {} as { times: number; entered: string[] } },
  guards: { isFull: ({ context }) => context.times >= 2 },
  delays: { soon: ({ context }) => 100 * (context.times + 1) },
  actions: {
    add: assign({ times: ({ context }) => context.times + 1 }),
    noteEntry: assign(({ context }) => ({ entered: [...context.entered, 'late'] })),
  },
}).createMachine({
  id: 'count',
  context: { times: 0, entered: [] },
  initial: 'counting',
  on: { end: '.over' },
  output: ({ context }) => context.times,
  states: {
    counting: {
      initial: 'low',
      on: { add: { actions: 'add' }, again: { target: 'counting', reenter: true }, stay: {} },
      after: { soon: { target: 'late', actions: 'add' } },
      states: {
        low: { on: { add: [{ guard: 'isFull', target: 'high' }, { actions: 'add' }] } },
        high: { on: { end: {} } },
      },
    },
    late: { entry: 'noteEntry', on: { again: 'counting', stay: 'late' } },
    over: { type: 'final' },
  },
});

/** The same events on the general machine and as a leaf, seen after each. */
function both(...events: (string | number)[]) {
  const seen = [count, leafLogic(count)].map((logic) => {
    const clock = new SimulatedClock();
    const actor = createActor(logic, { clock }).start();
    const look = () => {
      const { value, context, status, output } = actor.getSnapshot();
      return { value, context, status, output };
    };
    const all = [look()];
    for (const event of events) {
      if (typeof event === 'number') clock.increment(event);
      else actor.send({ type: event });
      all.push(look());
    }
    actor.stop();
    return all;
  });
  return seen as [unknown, unknown];
}

describe('a leaf', () => {
  it.each([
    ['add', 'add', 'add', 'end', 'add', 'end'],
    ['again', 'add', 'again', 100, 100, 'again'],
    [99, 'stay', 1, 'add', 'end', 'again'],
    ['add', 'add', 'add', 'again', 'add', 'unknown', 300],
    ['end', 'end', 'add'],
    [100, 'stay', 'again', 200, 'stay', 'end'],
  ])('does what its chart does: %s %s %s …', (...events) => {
    const [machine, leaf] = both(...events);
    expect(leaf).toEqual(machine);
  });

  it('that is stopped leaves no timer', () => {
    const clock = new SimulatedClock();
    let set = 0;
    const counting = {
      setTimeout: (run: () => void, ms: number) => {
        set += 1;
        return clock.setTimeout(run, ms);
      },
      clearTimeout: (id: number) => {
        set -= 1;
        clock.clearTimeout(id);
      },
    };
    const actor = createActor(leafLogic(count), { clock: counting }).start();
    expect(set).toBe(1);
    actor.stop();
    expect([set, actor.getSnapshot().status]).toEqual([0, 'stopped']);
  });

  it.each([
    ['parallel states', { type: 'parallel', states: { a: {} } }],
    ['history', { initial: 'a', states: { a: {}, h: { type: 'history' } } }],
    [
      'a final state that is not the end',
      { initial: 'a', states: { a: { initial: 'b', states: { b: { type: 'final' } } } } },
    ],
    ['actions at its entry', { initial: 'a', states: { a: { entry: 'x' } } }],
    ['actions at its exit', { initial: 'a', states: { a: { exit: 'x' } } }],
    ['transitions without an event', { initial: 'a', states: { a: { always: 'b' }, b: {} } }],
    ['a wildcard', { initial: 'a', states: { a: { on: { 'x.*': 'b' } }, b: {} } }],
    ['a guard without a name', { on: { x: { guard: () => true } } }],
    ['an action without a name', { on: { x: { actions: () => {} } } }],
    ['a delay without a name', { initial: 'a', states: { a: { after: { 5: 'b' } }, b: {} } }],
  ])('cannot have %s', (problem, config) => {
    const chart = createMachine({ id: 'c', ...(config as object) });
    expect(() => leafLogic(chart)).toThrow(problem);
  });
});

describe('a child that fails', () => {
  const failing = {
    'at its start': fromCallback(() => {
      throw new Error('boom');
    }),
    'when it is told something': fromCallback(({ receive }) =>
      receive(() => {
        throw new Error('boom');
      }),
    ),
    'as a promise': fromPromise(() => Promise.reject(new Error('boom'))),
  };

  it.each(Object.entries(failing))('%s breaks a leaf as it breaks a machine', async (_, child) => {
    const chart = setup({
      actors: { child: child as AnyActorLogic },
      actions: { tell: sendTo('child', { type: 'told' }) },
    }).createMachine({
      id: 'c',
      initial: 'a',
      states: { a: { invoke: { src: 'child', id: 'child' }, on: { tell: { actions: 'tell' } } } },
    });
    const ends = [chart, leafLogic(chart)].map(async (logic) => {
      const actor = createActor(logic);
      const error = new Promise((resolve) => actor.subscribe({ error: resolve }));
      actor.start();
      actor.send({ type: 'tell' });
      return [String(await error), actor.getSnapshot().status];
    });
    const [machine, leaf] = await Promise.all(ends);
    expect(leaf).toEqual(machine);
    expect(leaf).toEqual(['Error: boom', 'error']);
  });
});
