import type { Actor, AnyActorLogic, AnyActorRef } from 'xstate';

/** The actor that spawned or invoked this one, if any. */
export function parentOf(actor: AnyActorRef): AnyActorRef | undefined {
  return (actor as unknown as Partial<Actor<AnyActorLogic>>).options?.parent;
}

/** For an actor that is always a child. XState's `sendParent` throws in pure transitions. */
export function toParent({ self }: { self: AnyActorRef }): AnyActorRef {
  return parentOf(self) as AnyActorRef;
}
