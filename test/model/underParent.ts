import {
  type AnyActorRef,
  type AnyStateMachine,
  createActor,
  type EventObject,
  type InspectionEvent,
  type SimulatedClock,
  setup,
} from 'xstate';

export interface Watched {
  child: AnyActorRef;
  /** What the parent received, in order. */
  told: EventObject[];
  stop(): void;
}

/** Runs a machine as a child, as the session runs it, and keeps what it says to its parent. */
export function underParent(
  machine: AnyStateMachine,
  input: unknown,
  clock: SimulatedClock,
  inspect: (event: InspectionEvent) => void,
): Watched {
  const told: EventObject[] = [];
  const parent = setup({
    actors: { child: machine },
    actions: { note: ({ event }) => void told.push(event) },
  }).createMachine({
    invoke: { src: 'child', id: 'child', input: input as never },
    on: { '*': { actions: 'note' } },
  });
  const actor = createActor(parent, { clock, inspect });
  actor.start();
  const child = actor.getSnapshot().children.child as AnyActorRef;
  return { child, told, stop: () => actor.stop() };
}
