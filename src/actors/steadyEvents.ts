import type { AnyEventObject, AnyStateMachine } from 'xstate';

/**
 * XState keeps what it has found out about an event's type for as long as the program runs, and the
 * end of each child is an event of its own type. Without this every hook would leave something behind.
 */
export function steadyEvents<Machine extends AnyStateMachine>(machine: Machine): Machine {
  const transition = machine.transition.bind(machine);
  machine.transition = (snapshot, event, scope) => transition(snapshot, steady(event), scope);
  return machine;
}

/** `xstate.done.actor.callback#7` is `xstate.done.actor.callback#`; its `actorId` says which. */
function steady(event: AnyEventObject): AnyEventObject {
  const end = event.type.indexOf('#');
  return end === -1 || !event.type.startsWith('xstate.')
    ? event
    : { ...event, type: event.type.slice(0, end + 1) };
}
