import type { AnyActorScope, AnyEventObject, AnyStateMachine } from 'xstate';
import type { LeafSnapshot } from './leafSnapshot.js';

type Assigned = Record<string, unknown>;
type About = Record<string, unknown>;

/** What XState makes of `assign`, `sendTo` and `enqueueActions`. */
interface MadeAction {
  type: string;
  assignment: ((about: About) => Assigned) | Assigned;
  resolve(
    scope: AnyActorScope,
    snapshot: LeafSnapshot,
    about: About,
    params: undefined,
    action: MadeAction,
    extra: { internalQueue: AnyEventObject[] },
  ): [snapshot: unknown, params: unknown, actions: MadeAction[] | undefined];
  execute?(scope: AnyActorScope, params: unknown): void;
}

/** Does what a state or a transition says, in order; gives the snapshot with the context after it. */
export function act(
  chart: AnyStateMachine,
  actions: readonly unknown[],
  snapshot: LeafSnapshot,
  event: AnyEventObject,
  scope: AnyActorScope,
): LeafSnapshot {
  let next = snapshot;
  for (const action of actions) {
    // XState has put its own among them, for the delays.
    if (typeof action !== 'string') continue;
    const made = chart.implementations.actions[action] as unknown as MadeAction | undefined;
    if (!made) throw new Error(`The action ${action} of ${chart.id} is not there.`);
    next = perform(made, next, event, scope);
  }
  return next;
}

function perform(
  action: MadeAction,
  snapshot: LeafSnapshot,
  event: AnyEventObject,
  scope: AnyActorScope,
): LeafSnapshot {
  const { self, system } = scope;
  const about = { context: snapshot.context, event, self, system };
  if (action.type === 'xstate.assign') {
    return { ...snapshot, context: assigned(action.assignment, about) };
  }
  const extra = { internalQueue: [] };
  const [, params, more] = action.resolve(scope, snapshot, about, undefined, action, extra);
  action.execute?.(scope, params);
  let next = snapshot;
  for (const one of more ?? []) next = perform(one, next, event, scope);
  return next;
}

function assigned(assignment: MadeAction['assignment'], about: About): unknown {
  if (assignment instanceof Function) return { ...(about.context as object), ...assignment(about) };
  const context: Assigned = { ...(about.context as object) };
  for (const [name, value] of Object.entries(assignment)) {
    context[name] = value instanceof Function ? value(about) : value;
  }
  return context;
}
