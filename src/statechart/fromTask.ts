import {
  type AnyActorLogic,
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
} from 'xstate';

/** Starts something that reports back by an event; returns what cancels it. It must not throw. */
type StartTask<Input, Sent extends EventObject> = (
  input: Input,
  sendBack: (event: Sent) => void,
) => () => void;

const tasks = new WeakMap<object, unknown>();

/**
 * Like `fromCallback`, for an actor that receives no events and belongs to one state. A compiled
 * machine runs it without creating an actor, as it does a timer; anywhere else it is a callback
 * actor.
 */
export function fromTask<Input, Sent extends EventObject>(
  start: StartTask<Input, Sent>,
): CallbackActorLogic<EventObject, Input & NonNullable<unknown>> {
  const logic = fromCallback<EventObject, Input & NonNullable<unknown>>(({ input, sendBack }) =>
    start(input, sendBack),
  );
  tasks.set(logic, start);
  return logic;
}

export function taskOf(logic: AnyActorLogic): StartTask<unknown, EventObject> | undefined {
  return tasks.get(logic) as StartTask<unknown, EventObject> | undefined;
}
