import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  fromCallback,
} from 'xstate';
import { takenTransitions } from '../../../statechart/xstateInternals.js';
import type { DefinedTransition } from './chartParts.js';

/** Translates what happens outside of a chart, a model event, into the events the chart receives. */
export interface ChartModel<ModelEvent> {
  /** The chart that production uses. */
  chart: AnyStateMachine;
  /** The events that reach the chart, including those that its own children send. */
  events(modelEvent: ModelEvent, snapshot: AnyMachineSnapshot): Iterable<EventObject>;
  /** The next event that the chart's own children send in this state, if any. */
  followUp?(snapshot: AnyMachineSnapshot): EventObject | undefined;
}

/** The chart's next state, computed by its pure transition function: nothing is spawned or sent. */
export function stepChart<ModelEvent>(
  model: ChartModel<ModelEvent>,
  before: AnyMachineSnapshot,
  modelEvent: ModelEvent,
  scope: unknown,
): AnyMachineSnapshot {
  let snapshot = before;
  const receive = (event: EventObject) => {
    // A real actor ignores events once it has ended. The pure function would not.
    if (snapshot.status === 'active') {
      snapshot = model.chart.transition(snapshot, event, scope as never);
    }
  };
  for (const event of model.events(modelEvent, before)) receive(event);
  let next = model.followUp?.(snapshot);
  while (next && snapshot.status === 'active') {
    receive(next);
    next = model.followUp?.(snapshot);
  }
  return snapshot;
}

/** An actor scope to step a chart in, which reports each microstep. */
export function observedScope(
  onMicrostep: (transitions: readonly DefinedTransition[], snapshot: AnyMachineSnapshot) => void,
): unknown {
  const self: AnyActorRef = createActor(
    fromCallback(() => {}),
    {
      inspect: (event) => {
        // A child machine takes microsteps of its own when it is created.
        if (event.type !== '@xstate.microstep' || event.actorRef !== self) return;
        onMicrostep(takenTransitions(event), event.snapshot as AnyMachineSnapshot);
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
