import type { AnyActorRef, AnyActorScope, AnyEventObject, AnyTransitionDefinition } from 'xstate';

/**
 * With `_transitions` below, the only private members of XState that this project uses. XState's
 * public interface cannot say which actor sent an event or which transitions a step took, and
 * inspectors show both. If a version of XState lacks one of them, actors still work; inspectors see
 * less.
 */
interface PrivateSystem {
  _relay?(source: AnyActorRef, target: AnyActorRef, event: AnyEventObject): void;
  _sendInspectionEvent?(event: object): void;
}

/** Sends an event so that inspectors see who sent it. */
export function sendFrom(source: AnyActorRef, target: AnyActorRef, event: AnyEventObject): void {
  const system = source.system as unknown as PrivateSystem;
  if (system._relay) system._relay(source, target, event);
  else target.send(event);
}

/** Tells inspectors which transitions a step took. */
export function inspectMicrostep(
  { self, system }: AnyActorScope,
  event: AnyEventObject,
  snapshot: object,
  transitions: readonly AnyTransitionDefinition[],
): void {
  (system as unknown as PrivateSystem)._sendInspectionEvent?.({
    type: '@xstate.microstep',
    actorRef: self,
    event,
    snapshot,
    _transitions: transitions,
  });
}

/** The transitions that an inspected `@xstate.microstep` took. */
export function takenTransitions(microstep: object): readonly AnyTransitionDefinition[] {
  const { _transitions = [] } = microstep as { _transitions?: readonly AnyTransitionDefinition[] };
  return _transitions;
}
