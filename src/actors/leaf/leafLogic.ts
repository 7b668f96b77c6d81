import type {
  ActorLogic,
  AnyActorScope,
  AnyEventObject,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
} from 'xstate';
import { act } from './leafAction.js';
import { checkLeaf, isWithin, leafOf, sharedParent, valuesOf } from './leafChart.js';
import { LeafPlace } from './leafPlace.js';
import type { LeafSnapshot } from './leafSnapshot.js';

/**
 * Runs a small chart as it is defined, at a fraction of what the general machine costs: for actors that
 * come with every hook, or hear of every line. It takes charts with one active state, named guards,
 * actions and delays, and final states right below the root; one with more is refused when it is made.
 */
export function leafLogic<Chart extends AnyStateMachine>(chart: Chart): Chart {
  const { root } = chart;
  checkLeaf(root);
  const values = valuesOf(root);
  const guards = chart.implementations.guards as Record<string, (about: object) => boolean>;
  const places = new WeakMap<object, LeafPlace>();

  const logic: ActorLogic<LeafSnapshot, AnyEventObject, unknown> = {
    getInitialSnapshot(_, input) {
      const { context } = chart.config as { context?: unknown };
      return {
        status: 'active',
        output: undefined,
        error: undefined,
        machine: chart,
        context: context instanceof Function ? context({ input }) : context,
        children: {},
        value: valueIn(leafOf(root)),
      };
    },
    start(snapshot, scope) {
      const place = new LeafPlace(chart, scope);
      places.set(scope.self, place);
      place.enter(leafOf(root), snapshot, { type: 'xstate.init' });
    },
    transition(snapshot, event, scope) {
      const place = places.get(scope.self);
      if (!place || snapshot.status !== 'active') return snapshot;
      if (event.type === 'xstate.stop') {
        place.leave(undefined);
        return { ...snapshot, status: 'stopped' } as LeafSnapshot;
      }
      const taken = select(place.node, snapshot, event);
      if (!taken) return failedChild(event) ? broken(place, snapshot, event) : snapshot;
      const next = take(place, taken, snapshot, event, scope);
      inspected(scope, event, next, taken);
      return next;
    },
    getPersistedSnapshot({ machine: _, ...rest }) {
      return rest as LeafSnapshot;
    },
  };
  // For all else, such as its definition for those who draw it, it is the chart.
  return Object.assign(Object.create(chart), logic) as Chart;

  function valueIn(node: AnyStateNode): LeafSnapshot['value'] {
    return values.get(node) as LeafSnapshot['value'];
  }

  /** The innermost state that has something to say to the event decides. */
  function select(
    from: AnyStateNode | undefined,
    { context }: LeafSnapshot,
    event: AnyEventObject,
  ): AnyTransitionDefinition | undefined {
    for (let node = from; node; node = node.parent) {
      const taken = node.transitions
        .get(event.type)
        ?.find(({ guard }) => guard === undefined || guards[guard as string]?.({ context, event }));
      if (taken) return taken;
    }
    return undefined;
  }

  function take(
    place: LeafPlace,
    { source, target: [target] = [], reenter, actions }: AnyTransitionDefinition,
    snapshot: LeafSnapshot,
    event: AnyEventObject,
    scope: AnyActorScope,
  ): LeafSnapshot {
    if (!target) return act(chart, actions, snapshot, event, scope);
    const stays = !reenter && isWithin(target, source);
    place.leave(stays ? source : sharedParent(source, target));
    const acted = act(chart, actions, snapshot, event, scope);
    const node = leafOf(target);
    const entered = place.enter(node, acted, event);
    const next = { ...entered, value: valueIn(node) };
    if (node.type !== 'final') return next;
    place.leave(undefined);
    return { ...next, status: 'done', output: outputOf(node, next, event) } as LeafSnapshot;
  }

  function outputOf(node: AnyStateNode, { context }: LeafSnapshot, event: AnyEventObject): unknown {
    const given: unknown = node.output;
    const output = given instanceof Function ? given({ context, event }) : given;
    const whole: unknown = root.output;
    if (!(whole instanceof Function)) return output;
    return whole({ context, event: { type: `xstate.done.state.${root.id}`, output } });
  }
}

function failedChild({ type }: AnyEventObject): boolean {
  return type.startsWith('xstate.error.actor.');
}

/** The error of a child of which the chart says nothing is its own, as it is a machine's. */
function broken(place: LeafPlace, snapshot: LeafSnapshot, event: AnyEventObject): LeafSnapshot {
  place.leave(undefined);
  return { ...snapshot, status: 'error', error: event.error } as LeafSnapshot;
}

/** Inspectors hear of it as they do of a machine's. */
function inspected(
  { self, system }: AnyActorScope,
  event: AnyEventObject,
  snapshot: LeafSnapshot,
  taken: AnyTransitionDefinition,
): void {
  const step = {
    type: '@xstate.microstep',
    actorRef: self,
    event,
    snapshot,
    _transitions: [taken],
  };
  (system as unknown as { _sendInspectionEvent(step: object): void })._sendInspectionEvent(step);
}
