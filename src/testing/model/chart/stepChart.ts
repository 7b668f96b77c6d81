import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  fromCallback,
} from 'xstate';
import type { Definition } from './chartParts.js';

/** What the charts are told when something happens outside of them. */
export interface ChartModel<Stimulus> {
  /** The production chart. */
  chart: AnyStateMachine;
  /** The events that reach the chart when it happens, those of its own children included. */
  events(stimulus: Stimulus, snapshot: AnyMachineSnapshot): Iterable<EventObject>;
  /** What the chart's own children say next, one at a time, until they say nothing. */
  consequence?(snapshot: AnyMachineSnapshot): EventObject | undefined;
}

/** The chart's next state, by its pure function: no child runs, and nothing is sent. */
export function stepChart<Stimulus>(
  model: ChartModel<Stimulus>,
  before: AnyMachineSnapshot,
  stimulus: Stimulus,
  scope: unknown,
): AnyMachineSnapshot {
  let snapshot = before;
  // An actor that has ended takes no more events; the pure function would.
  const take = (event: EventObject) => {
    if (snapshot.status === 'active') {
      snapshot = model.chart.transition(snapshot, event, scope as never);
    }
  };
  for (const event of model.events(stimulus, before)) take(event);
  let next = model.consequence?.(snapshot);
  while (next && snapshot.status === 'active') {
    take(next);
    next = model.consequence?.(snapshot);
  }
  return snapshot;
}

/** A scope in which a chart is stepped, that tells the transitions which it takes. */
export function tellingScope(
  took: (definitions: readonly Definition[], snapshot: AnyMachineSnapshot) => void,
): unknown {
  const self: AnyActorRef = createActor(
    fromCallback(() => {}),
    {
      inspect: (event) => {
        // A child takes its first steps when it is made.
        if (event.type !== '@xstate.microstep' || event.actorRef !== self) return;
        took(event._transitions, event.snapshot as AnyMachineSnapshot);
      },
    },
  );
  const nothing = () => {};
  return {
    self,
    system: self.system,
    id: '',
    sessionId: self.sessionId,
    logger: nothing,
    defer: nothing,
    stopChild: nothing,
    emit: nothing,
    actionExecutor: nothing,
  };
}
