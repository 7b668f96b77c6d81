import type { Actor, AnyActorLogic, AnyActorRef } from 'xstate';

/**
 * The actor that spawned or invoked this one; undefined for the root of a system.
 *
 * Every actor that `createActor` makes carries its options, which name its parent. XState types a
 * reference without them.
 */
export function parentOf(actor: AnyActorRef): AnyActorRef | undefined {
  return (actor as unknown as Partial<Actor<AnyActorLogic>>).options?.parent;
}

/** For an actor that is always a child. XState's `sendParent` throws in pure transitions. */
export function toParent({ self }: { self: AnyActorRef }): AnyActorRef {
  return parentOf(self) as AnyActorRef;
}

/** The root of the system that an actor lives in: the actor itself if it has no parent. */
export function rootOf(actor: AnyActorRef): AnyActorRef {
  const parent = parentOf(actor);
  return parent ? rootOf(parent) : actor;
}
