import {
  type AnyActorLogic,
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
} from 'xstate';

/** Begins something that says its end by an event; gives what ends it before. It must not throw. */
type Begin<Input, Said extends EventObject> = (
  input: Input,
  say: (event: Said) => void,
) => () => void;

const tasks = new WeakMap<object, unknown>();

/**
 * An actor that hears nothing and belongs to one state. In `chartLogic` it is run without an actor of
 * its own, like a timer; anywhere else it is a callback actor.
 */
export function fromTask<Input, Said extends EventObject>(
  begin: Begin<Input, Said>,
): CallbackActorLogic<EventObject, Input & NonNullable<unknown>> {
  const logic = fromCallback<EventObject, Input & NonNullable<unknown>>(({ input, sendBack }) =>
    begin(input, sendBack),
  );
  tasks.set(logic, begin);
  return logic;
}

export function taskOf(logic: AnyActorLogic): Begin<unknown, EventObject> | undefined {
  return tasks.get(logic) as Begin<unknown, EventObject> | undefined;
}
