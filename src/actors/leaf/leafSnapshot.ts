import type { AnyActorRef, AnyStateMachine, Snapshot, StateValue } from 'xstate';

/** What can be seen of a leaf; shaped like that of a machine. */
export type LeafSnapshot = Snapshot<unknown> & {
  machine: AnyStateMachine;
  context: unknown;
  children: Record<string, AnyActorRef>;
  value: StateValue;
};
