import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type Actor,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyStateMachine,
  assign,
  createActor,
  emit,
  enqueueActions,
  type InspectionEvent,
  SimulatedClock,
  sendTo,
  setup,
  stopChild,
} from 'xstate';
import { compileMachine } from '../../src/statechart/compileMachine.js';
import { takenTransitions } from '../../src/statechart/xstateInternals.js';
import { chartOf, type Happening, happeningsWith, sketches } from './randomMachines.js';

/** A chart whose one child hears what it hears, and of which it notes the end. */
function parentOf(child: AnyActorLogic): AnyStateMachine {
  return setup({
    types: { context: {} as { heard: unknown[] } },
    actors: { child },
    actions: {
      hand: sendTo('child', ({ event }) => event),
      dismiss: stopChild('child'),
      note: assign({ heard: ({ context, event }) => [...context.heard, event] }),
    },
  }).createMachine({
    id: 'parent',
    context: { heard: [] },
    invoke: { src: 'child', id: 'child', input: { some: 'input' } },
    on: {
      dismiss: { actions: 'dismiss' },
      'xstate.done.actor.child': { actions: 'note' },
      'xstate.error.actor.child': { actions: 'note' },
      '*': { actions: 'hand' },
    },
  });
}

/** Runs a machine as the child of another: what inspectors, subscribers and the parent see. */
function watch(parentLogic: AnyStateMachine, happenings: readonly Happening[]) {
  const clock = new SimulatedClock();
  const inspected: unknown[] = [];
  const actions: string[] = [];
  const subscribed: unknown[] = [];
  const parent = createActor(parentLogic, {
    id: 'parent',
    clock,
    inspect: (event) => {
      const { id } = event.actorRef as AnyActorRef & { id: string };
      if (event.type === '@xstate.action') actions.push(`${id} ${event.action.type}`);
      // XState also reports a microstep for an event that no transition took.
      else if (event.type !== '@xstate.microstep' || takenTransitions(event).length > 0) {
        inspected.push(shown(event));
      }
    },
  });
  const ref: AnyActorRef = parent.getSnapshot().children.child;
  const follow = () =>
    ref.subscribe({
      next: (snapshot) => subscribed.push(snapshot.value),
      error: (error) => subscribed.push(String(error)),
      complete: () => subscribed.push('complete'),
    });
  follow();
  parent.start();
  for (const happening of happenings) {
    if (typeof happening === 'number') clock.increment(happening);
    else if (ref.getSnapshot().status === 'active') parent.send(happening);
  }
  follow();
  const { heard } = parent.getSnapshot().context;
  parent.stop();
  const { value, status, output } = ref.getSnapshot();
  return { inspected, actions, subscribed, heard, end: { value, status, output } };
}

function shown(given: InspectionEvent) {
  const event = given as InspectionEvent & { event?: { type: string }; snapshot?: object };
  const { id, src, _parent: parent } = event.actorRef as AnyActorRef & { id: string };
  const from = 'sourceRef' in event ? (event.sourceRef as { id: string } | undefined)?.id : null;
  const { value, status } = { ...event.snapshot } as { value?: unknown; status?: string };
  const about = { id, src: typeof src === 'string' ? src : 'logic', parent: parent?.id };
  return { type: event.type, ...about, from, event: event.event, value, status };
}

/** The same child in the same compiled parent: once compiled, once on XState's interpreter. */
function both(chart: AnyStateMachine, happenings: readonly Happening[]) {
  const parent = (child: AnyStateMachine) => compileMachine(parentOf(child));
  const ours = watch(parent(compileMachine(chart)), happenings);
  const machine = watch(parent(chart), happenings);
  return { ours, machine };
}

const happenings = happeningsWith('dismiss');

describe('a child', () => {
  it('is to everybody the actor that it is on XState, whatever its chart', () => {
    fc.assert(
      fc.property(sketches, happenings, (sketch, all) => {
        const { ours, machine } = both(chartOf(sketch), all);
        expect(ours).toEqual(machine);
      }),
      { numRuns: 300 },
    );
  });

  const odd = setup({
    types: { events: {} as { type: 'boom' | 'twice' | 'second' | 'emit' } },
    actions: {
      boom: enqueueActions(() => {
        throw new Error('boom');
      }),
      sayTwice: enqueueActions(({ enqueue, self }) => {
        enqueue.sendTo(self as never, { type: 'second' } as never);
        enqueue.sendTo(self as never, { type: 'boom' } as never);
      }),
      emitSome: emit({ type: 'some' }),
    },
  }).createMachine({
    initial: 'first',
    states: {
      first: { on: { second: 'second', twice: { actions: 'sayTwice' } } },
      second: {},
    },
    on: { boom: { actions: 'boom' }, emit: { actions: 'emitSome' } },
  });

  it.each([
    ['throws', ['boom', 'twice']],
    ['is sent something by itself', ['twice']],
    ['is stopped', ['second', 'dismiss']],
  ])('that %s goes as on XState', (_, types) => {
    const { ours, machine } = both(
      odd,
      types.map((type) => ({ type })),
    );
    expect(ours).toEqual(machine);
    expect(JSON.stringify(ours.heard)).toContain(types.includes('dismiss') ? '[]' : 'error');
  });

  it('that cannot begin is an error to its parent, as on XState', () => {
    const unborn = setup({}).createMachine({
      context: () => {
        throw new Error('unborn');
      },
    });
    const { ours, machine } = both(unborn, []);
    // XState's snapshot of an actor that never started has a value; ours has none.
    expect(ours).toEqual({ ...machine, end: { ...machine.end, value: undefined } });
    expect(String(ours.subscribed)).toContain('unborn');
  });

  it('can be listened to, by a type and by all', () => {
    const parent = createActor(compileMachine(parentOf(compileMachine(odd)))).start();
    const ref: AnyActorRef = parent.getSnapshot().children.child;
    const heard: string[] = [];
    const some = ref.on('some', () => heard.push('some'));
    ref.on('*', ({ type }) => heard.push(`* ${type}`));
    parent.send({ type: 'emit' });
    some.unsubscribe();
    ref.send({ type: 'emit' });
    expect(heard).toEqual(['some', '* some', '* some']);
    const { send } = ref;
    const twice = () => heard.push('again');
    ref.on('some', twice).unsubscribe();
    ref.on('some', twice);
    ref.on('some', twice);
    send({ type: 'emit' });
    expect(heard.slice(3)).toEqual(['again', 'again', '* some']);
    const values: unknown[] = [];
    const selection = (ref as Actor<AnyStateMachine>).select(({ value }) => value);
    selection.subscribe((value) => values.push(value));
    for (const type of ['emit', 'second', 'emit']) send({ type });
    expect([selection.get(), values]).toEqual(['second', ['second']]);
    expect((ref as unknown as Record<symbol | string, () => unknown>)['@@observable']?.()).toBe(
      ref,
    );
    expect(() => (ref as { stop?(): void }).stop?.()).toThrow('non-root');
    expect(JSON.stringify(ref)).toBe(JSON.stringify({ xstate$$type: 1, id: 'child' }));
    expect(ref.getPersistedSnapshot()).toMatchObject({ status: 'active', value: 'second' });
    parent.stop();
  });
});
