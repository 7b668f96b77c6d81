import { describe, expect, it } from '@jest/globals';
import { createActor, createMachine, type InspectionEvent, sendTo, setup } from 'xstate';
import { compileMachine } from '../../src/statechart/compileMachine.js';
import { takenTransitions } from '../../src/statechart/xstateInternals.js';

const child = compileMachine(
  createMachine({ id: 'child', initial: 'a', states: { a: { on: { go: 'b' } }, b: {} } }),
);
const parent = compileMachine(
  setup({ actors: { child }, actions: { pass: sendTo('child', { type: 'go' }) } }).createMachine({
    id: 'parent',
    invoke: { src: 'child', id: 'child' },
    on: { go: { actions: 'pass' } },
  }),
);

interface PrivateSystem {
  _relay?: unknown;
  _sendInspectionEvent?: unknown;
}

/** What an inspector sees of the child, and the state it ends in. */
function run(change: (system: PrivateSystem) => void) {
  const seen: InspectionEvent[] = [];
  const actor = createActor(parent, { inspect: (event) => seen.push(event) });
  change(actor.system as unknown as PrivateSystem);
  actor.start().send({ type: 'go' });
  const ref = actor.getSnapshot().children.child as { getSnapshot(): { value: unknown } };
  return { seen, state: ref.getSnapshot().value };
}

describe('what inspectors are shown', () => {
  const { seen } = run(() => {});

  it('says which actor sent an event', () => {
    const sources = seen.flatMap((event) =>
      event.type === '@xstate.event' && event.event.type === 'go'
        ? [(event.sourceRef as { src: unknown } | undefined)?.src]
        : [],
    );
    expect(sources).toEqual([undefined, parent]);
  });

  it('says which transition a step took', () => {
    const steps = seen.filter((event) => event.type === '@xstate.microstep');
    const types = steps.flatMap((event) => takenTransitions(event).map((one) => one.eventType));
    expect(types).toEqual(['go', 'go']);
  });

  it('says which actions ran', () => {
    const types = seen.flatMap((event) =>
      event.type === '@xstate.action' ? [event.action.type] : [],
    );
    expect(types).toEqual(['xstate.spawnChild', 'xstate.sendTo']);
  });
});

describe('an XState without the private methods', () => {
  /** Hides a private method from our file; XState itself still has it. */
  const hide = (name: keyof PrivateSystem) => (system: PrivateSystem) => {
    const method = system[name];
    const get = () => (caller().includes('statechart/xstateInternals.ts') ? undefined : method);
    Object.defineProperty(system, name, { get });
  };
  /** Who reads the property: the line above the getter and this function. */
  const caller = () => new Error().stack?.split('\n')[3] ?? '';

  it.each(['_relay', '_sendInspectionEvent'] as const)('runs the machines without %s', (name) => {
    expect(run(hide(name)).state).toBe('b');
  });

  it('shows inspectors less', () => {
    const { seen: rest } = run(hide('_sendInspectionEvent'));
    expect(rest.filter(({ type }) => type === '@xstate.microstep')).toEqual([]);
  });
});
