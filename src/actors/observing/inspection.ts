import type { AnyActorRef, InspectionEvent } from 'xstate';
import type { Port } from '../../ffi/process/port.js';
import { invalidOption } from '../../options/invalidOption.js';
import { readInspectorPage } from '../../options/readEnvironment.js';
import type { Warning } from '../../options/runtimeTypes.js';
import type { Options } from '../../options/types.js';
import { parentOf } from '../../util/parentOf.js';
import { tappedPort } from './inspectedPort.js';
import { pageQueue } from './pageQueue.js';
import type { SignalTaker } from './signal.js';

/** How one session or query is shown to whoever inspects it. */
export interface Inspection {
  /** For the actor system of a handle. */
  observe(event: InspectionEvent): void;
  tap(port: Port): Port;
  /** Its actor, be it in a system of ours or in one of the user's. */
  joined(owner: AnyActorRef): void;
}

/** The variable that `claude-actors inspect` sets for the programs that it isVisible. */
export const inspectVariable = 'CLAUDE_ACTORS_INSPECT';

let wires = 0;

/** Undefined where nobody wants to see more than an observer of the user's own does. */
export function inspectionOf(
  inspect: Options['inspect'],
  variable: string | undefined,
  warn: (warning: Warning) => void,
): Inspection | undefined {
  const takers: SignalTaker[] = [];
  const target = variable ? readInspectorPage(inspectVariable, variable) : undefined;
  if (target) takers.push(pageQueue(target, warn));
  else if (inspect === 'page') takers.push(pageQueue({ content: 'hidden' }, warn));
  else if (typeof inspect === 'string') throw invalidOption('inspect', "must be 'page'.");
  if (isTaker(inspect)) takers.push(inspect);
  if (takers.length === 0) return undefined;
  wires += 1;
  const wire = wires;
  const observers = takers.map(observerFor);
  return {
    observe(event) {
      for (const observer of observers) observer(event);
    },
    tap: (port) => takers.reduce((inner, taker) => tappedPort(inner, wire, taker), port),
    joined(owner) {
      for (const taker of takers) {
        watchSystem(owner, taker);
        taker.take({ kind: 'joined', at: Date.now(), wire, owner });
      }
    },
  };
}

/** A page of `claude-actors/inspect` takes more than an observer is told. */
function isTaker(inspect: unknown): inspect is SignalTaker {
  return typeof (inspect as Partial<SignalTaker> | undefined)?.take === 'function';
}

/** An inspector that sends things elsewhere must know what it may not send. */
export function tellSecrets(inspect: Options['inspect'], env: Options['env'] = {}): void {
  const { learn } = (inspect ?? {}) as { learn?: unknown };
  if (typeof learn === 'function') learn.call(inspect, env);
}

/** The systems that a taker hears of already. */
const watched = new WeakMap<SignalTaker, WeakSet<object>>();

function isNew(system: object, taker: SignalTaker): boolean {
  const known = watched.get(taker) ?? new WeakSet();
  watched.set(taker, known);
  if (known.has(system)) return false;
  known.add(system);
  return true;
}

/** An XState inspection observer that passes on what an inspector looks at. */
export function observerFor(taker: SignalTaker): (event: InspectionEvent) => void {
  return (event) => {
    if (event.type === '@xstate.action') return;
    if (event.type === '@xstate.actor') isNew((event.actorRef as AnyActorRef).system, taker);
    taker.take({ kind: 'xstate', at: Date.now(), event });
  };
}

/** A user's own system, into which a session was invoked: all that is in it by now, and then more. */
function watchSystem(owner: AnyActorRef, taker: SignalTaker): void {
  if (!isNew(owner.system, taker)) return;
  let root = owner;
  for (let parent = parentOf(root); parent; parent = parentOf(root)) root = parent;
  const tell = (actor: AnyActorRef): void => {
    const snapshot: unknown = actor.getSnapshot();
    taker.take({ kind: 'known', at: Date.now(), actor, snapshot, rootId: root.sessionId });
    const { children } = (snapshot ?? {}) as { children?: Record<string, AnyActorRef> };
    for (const child of Object.values(children ?? {})) if (child) tell(child);
  };
  tell(root);
  owner.system.inspect(observerFor(taker));
}
