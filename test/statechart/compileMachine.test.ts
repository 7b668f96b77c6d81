import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type AnyActorLogic,
  type AnyStateMachine,
  assign,
  createActor,
  createMachine,
  enqueueActions,
  fromCallback,
  fromPromise,
  type InspectionEvent,
  SimulatedClock,
  sendTo,
  setup,
  stopChild,
} from 'xstate';
import * as wired from '../../src/actors/machines.js';
import { compileMachine, interpretedBecause } from '../../src/statechart/compileMachine.js';
import { compileStates } from '../../src/statechart/compileStates.js';
import { fromTask } from '../../src/statechart/fromTask.js';
import { chartOf, type Happening, happeningsWith, sketches } from './randomMachines.js';

/** All that can be seen of a chart while these happen: events, or the passing of time. */
function watch(logic: AnyStateMachine, happenings: readonly Happening[]) {
  const clock = new SimulatedClock();
  const moves: string[] = [];
  const actor = createActor(logic, {
    clock,
    inspect: (event) => {
      if (event.type !== '@xstate.microstep') return;
      for (const { source, eventType } of event._transitions)
        moves.push(`${source.id} ${eventType}`);
    },
  });
  actor.start();
  const all = [look()];
  for (const happening of happenings) {
    if (typeof happening === 'number') clock.increment(happening);
    else actor.send(happening);
    all.push(look());
  }
  actor.stop();
  return { all, moves, left: timersIn(clock) };

  function look() {
    const snapshot = actor.getSnapshot();
    const { value, context, status, output } = snapshot;
    const can = ['a', 'b'].map((type) => snapshot.can({ type } as never));
    return { value, context, status, output, can, matches: snapshot.matches(value as never) };
  }
}

function timersIn(clock: SimulatedClock): number {
  return (clock as unknown as { timeouts: Map<number, unknown> }).timeouts.size;
}

const happenings = happeningsWith('a.c', 'unknown');

const { interpretedWarning: _, ...machinesByName } = wired;
const machines = Object.entries(machinesByName);

describe('a chart', () => {
  it('does what it does on XState, whatever it is and whatever happens', () => {
    fc.assert(
      fc.property(sketches, happenings, (sketch, all) => {
        const chart = chartOf(sketch);
        expect(() => compileStates(chart)).not.toThrow();
        const expected = watch(chart, all);
        const { left, ...seen } = watch(compileMachine(chart), all);
        expect(seen).toEqual({ all: expected.all, moves: expected.moves });
        expect(left).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['a history state', { initial: 'a', states: { a: {}, h: { type: 'history' } } }],
    [
      'a final state below the top level',
      { initial: 'a', states: { a: { initial: 'b', states: { b: { type: 'final' } } } } },
    ],
    [
      'a final state below the top level',
      { type: 'parallel', states: { a: { type: 'final' }, b: {} } },
    ],
    ['the action', { on: { x: { actions: 'notThere' } } }],
    ['the action', { on: { x: { actions: () => {} } } }],
    ['the guard', { on: { x: { guard: 'notThere' } } }],
    ['tags', { initial: 'a', states: { a: { tags: 't' } } }],
    ['meta data', { meta: {} }],
  ])('with %s runs on XState', (problem, config) => {
    const chart = createMachine({ id: 'c', ...(config as object) });
    expect(() => compileStates(chart)).toThrow(problem);
    const machine = compileMachine(chart);
    expect(interpretedBecause(machine)).toContain(problem);
    const snapshot = createActor(machine).start().getSnapshot();
    expect(snapshot).toMatchObject({ status: 'active', _nodes: expect.anything() });
  });

  it.each(machines)('of this library does not: %s', (_, machine) => {
    expect(() => compileStates(machine)).not.toThrow();
    expect(interpretedBecause(machine)).toBeUndefined();
  });
});

describe('a persisted snapshot', () => {
  const child = compileMachine(createMachine({ id: 'c', initial: 'a', states: { a: {} } }), {
    restoreError: ({ id }) => new Error(`no restoring ${id}`),
  });

  it('of a parent is told at its start that the chart within cannot go on', () => {
    const parent = setup({ actors: { child } }).createMachine({
      context: { error: undefined as unknown },
      initial: 'working',
      states: {
        working: {
          invoke: {
            src: 'child',
            onError: { target: 'failed', actions: assign({ error: ({ event }) => event.error }) },
          },
        },
        failed: {},
      },
    });
    const before = createActor(parent).start();
    const snapshot = before.getPersistedSnapshot();
    before.stop();
    const after = createActor(parent, { snapshot }).start();
    expect(after.getSnapshot()).toMatchObject({
      value: 'failed',
      context: { error: { message: 'no restoring c' } },
    });
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

  it.each(Object.entries(failing))('%s breaks a chart as it does on XState', async (_, child) => {
    const chart = setup({
      actors: { child: child as AnyActorLogic },
      actions: { tell: sendTo('child', { type: 'told' }) },
    }).createMachine({
      id: 'c',
      initial: 'a',
      states: { a: { invoke: { src: 'child', id: 'child' }, on: { tell: { actions: 'tell' } } } },
    });
    const ends = [chart, compileMachine(chart)].map(async (logic) => {
      const actor = createActor(logic);
      const error = new Promise((resolve) => actor.subscribe({ error: resolve }));
      actor.start();
      actor.send({ type: 'tell' });
      return [String(await error), actor.getSnapshot().status];
    });
    const [machine, ours] = await Promise.all(ends);
    expect(ours).toEqual(machine);
    expect(ours).toEqual(['Error: boom', 'error']);
  });
});

describe('a chart that throws', () => {
  it.each(['dismiss', 'leave', 'boom'])('at %s leaves no child running', (type) => {
    let alive = 0;
    const child = fromCallback(() => {
      alive += 1;
      return () => {
        alive -= 1;
      };
    });
    const chart = setup({
      actors: { child },
      actions: {
        dismiss: stopChild('child'),
        boom: enqueueActions(() => {
          throw new Error('boom');
        }),
      },
    }).createMachine({
      initial: 'a',
      states: {
        a: {
          invoke: { src: 'child', id: 'child' },
          on: {
            dismiss: { actions: ['dismiss', 'boom'] },
            leave: { target: 'b', actions: 'boom' },
            boom: { actions: 'boom' },
          },
        },
        b: {},
      },
    });
    expect(() => compileStates(chart)).not.toThrow();
    const actor = createActor(compileMachine(chart));
    actor.subscribe({ error() {} });
    actor.start();
    expect(alive).toBe(1);
    actor.send({ type });
    expect([actor.getSnapshot().status, alive]).toEqual(['error', 0]);
  });

  it('because its inspector does leaves no timer running, as on XState', () => {
    const chart = setup({
      actors: { child: fromCallback(() => {}) },
      actions: { tell: sendTo('child', { type: 'told' }) },
    }).createMachine({
      initial: 'a',
      states: {
        a: {
          invoke: { src: 'child', id: 'child' },
          after: { 1000: 'b' },
          on: { tell: { actions: 'tell' } },
        },
        b: {},
      },
    });
    const left = [chart, compileMachine(chart)].map((logic) => {
      const clock = new SimulatedClock();
      const inspect = (seen: InspectionEvent) => {
        if (seen.type === '@xstate.event' && seen.event.type === 'told') throw new Error('boom');
      };
      const actor = createActor(logic, { clock, inspect });
      actor.subscribe({ error() {} });
      actor.start();
      expect(timersIn(clock)).toBe(1);
      actor.send({ type: 'tell' });
      return [actor.getSnapshot().status, timersIn(clock)];
    });
    expect(left).toEqual([
      ['error', 0],
      ['error', 0],
    ]);
  });
});

describe('a task', () => {
  /** The outcome of a task in a state that is left by `enough`, or by the event it sends. */
  function withTask(run: (logic: AnyStateMachine) => AnyStateMachine) {
    const log: string[] = [];
    let say: (event: { type: string }) => void = () => {};
    const task = fromTask<string, { type: string }>((input, tell) => {
      log.push(`began with ${input}`);
      say = tell;
      return () => log.push('ended');
    });
    const chart = setup({ actors: { task } }).createMachine({
      initial: 'working',
      states: {
        working: {
          invoke: { src: 'task', id: 'task', input: 'its input' },
          on: { finished: 'over', enough: 'over', again: { target: 'working', reenter: true } },
        },
        over: {},
      },
    });
    const actor = createActor(run(chart)).start();
    return { actor, log, say: (type: string) => say({ type }) };
  }

  it.each([
    ['says its end', ({ say }: ReturnType<typeof withTask>) => say('finished')],
    ['is left', ({ actor }: ReturnType<typeof withTask>) => actor.send({ type: 'enough' })],
    ['is begun again', ({ actor }: ReturnType<typeof withTask>) => actor.send({ type: 'again' })],
    ['is stopped', ({ actor }: ReturnType<typeof withTask>) => actor.stop()],
  ])('that %s goes as a callback actor does', (_, act) => {
    const [ours, machine] = [compileMachine, (chart: AnyStateMachine) => chart].map((run) => {
      const made = withTask(run);
      act(made);
      return { log: made.log, value: made.actor.getSnapshot().value };
    });
    expect(ours).toEqual(machine);
    expect(ours?.log.slice(0, 2)).toEqual(['began with its input', 'ended']);
  });

  it('has no actor of its own', () => {
    const { actor } = withTask(compileMachine);
    expect(actor.getSnapshot().children).toEqual({});
  });
});
