import type { AnyActorRef, InspectionEvent } from 'xstate';
import type { Port } from '../../ffi/process/port.js';
import { invalidOption } from '../../options/invalidOption.js';
import { readInspectorPage } from '../../options/readEnvironment.js';
import type { Warning } from '../../options/runtimeTypes.js';
import type { Options } from '../../options/types.js';
import { rootOf } from '../../util/parentOf.js';
import { withoutFullStop } from '../../util/withoutFullStop.js';
import { inspectedPort } from './inspectedPort.js';
import type { Sink } from './observation.js';
import { SignalQueue } from './SignalQueue.js';
import type { PageTarget, SignalReceiver } from './signal.js';

/** Shows one session or query to the inspectors that the user asked for. */
export interface Inspection {
  /** The inspection observer for an actor system that we create. */
  observe(event: InspectionEvent): void;
  inspectPort(port: Port): Port;
  /** Names the actor of the session or query, which may be part of the user's own system. */
  setOwner(owner: AnyActorRef): void;
  /** Shows errors and warnings. */
  readonly sink: Sink;
}

/** The variable that `claude-actors inspect` sets for the programs it shows. */
export const inspectVariable = 'CLAUDE_ACTORS_INSPECT';

let lastProcessKey = 0;

/** Undefined if no inspector wants more than XState's inspection events. */
export function createInspection(
  inspect: Options['inspect'],
  variable: string | undefined,
  warn: (warning: Warning) => void,
): Inspection | undefined {
  const receivers: SignalReceiver[] = [];
  const target = variable ? readInspectorPage(inspectVariable, variable) : undefined;
  if (target) receivers.push(pageQueue(target, warn));
  else if (inspect === 'page') receivers.push(pageQueue({ content: 'hidden' }, warn));
  else if (typeof inspect === 'string') throw invalidOption('inspect', "must be 'page'.");
  if (isReceiver(inspect)) receivers.push(inspect);
  if (receivers.length === 0) return undefined;
  lastProcessKey += 1;
  const processKey = lastProcessKey;
  const observers = receivers.map(observerFor);
  return {
    observe(event) {
      for (const observer of observers) observer(event);
    },
    inspectPort: (port) =>
      receivers.reduce((inner, receiver) => inspectedPort(inner, processKey, receiver), port),
    setOwner(owner) {
      for (const receiver of receivers) {
        inspectSystem(owner, receiver);
        receiver.take({ kind: 'joined', at: Date.now(), processKey, owner });
      }
    },
    sink(observation) {
      const { type } = observation;
      if (type !== 'error' && type !== 'warning') return;
      const problem = type === 'error' ? observation.error : observation.warning;
      for (const receiver of receivers) {
        receiver.take({ kind: 'problem', at: Date.now(), processKey, level: type, problem });
      }
    },
  };
}

/** A page of `claude-actors/inspect` takes signals; a plain XState observer does not. */
function isReceiver(inspect: unknown): inspect is SignalReceiver {
  return typeof (inspect as Partial<SignalReceiver> | undefined)?.take === 'function';
}

/** The actor systems that each receiver already gets events from. */
const inspectedSystems = new WeakMap<SignalReceiver, WeakSet<object>>();

/** Returns false if the receiver knew the system already. */
function addSystem(system: object, receiver: SignalReceiver): boolean {
  const known = inspectedSystems.get(receiver) ?? new WeakSet();
  inspectedSystems.set(receiver, known);
  if (known.has(system)) return false;
  known.add(system);
  return true;
}

/** An XState inspection observer that passes all events on to a receiver. */
export function observerFor(receiver: SignalReceiver): (event: InspectionEvent) => void {
  return (event) => {
    if (event.type === '@xstate.actor') addSystem((event.actorRef as AnyActorRef).system, receiver);
    receiver.take({ kind: 'xstate', at: Date.now(), event });
  };
}

/**
 * Inspects the actor system of a user who invoked a session in it. Actors that exist already are
 * reported first: XState does not report their creation to a new observer.
 */
function inspectSystem(owner: AnyActorRef, receiver: SignalReceiver): void {
  if (!addSystem(owner.system, receiver)) return;
  const root = rootOf(owner);
  const reportActor = (actor: AnyActorRef): void => {
    const snapshot: unknown = actor.getSnapshot();
    receiver.take({ kind: 'known', at: Date.now(), actor, snapshot, rootId: root.sessionId });
    const { children } = (snapshot ?? {}) as { children?: Record<string, AnyActorRef> };
    for (const child of Object.values(children ?? {})) if (child) reportActor(child);
  };
  reportActor(root);
  owner.system.inspect(observerFor(receiver));
}

const pageQueues = new Map<string, SignalQueue>();

/** The queue for a page. The code behind the page is loaded when the first session needs it. */
function pageQueue(target: PageTarget, warn: (warning: Warning) => void): SignalQueue {
  const key = `${target.content} ${target.url ?? ''}`;
  const known = pageQueues.get(key);
  if (known) return known;
  const queue = new SignalQueue();
  pageQueues.set(key, queue);
  import('../../inspect/page/report/reportTo.js')
    .then(({ reportTo }) => reportTo(target, queue))
    .catch((error: unknown) => {
      queue.close();
      warn(unavailableWarning(target, error));
    });
  return queue;
}

function unavailableWarning({ url }: PageTarget, error: unknown): Warning {
  const why = error instanceof Error ? error.message : String(error);
  const verb = url ? 'reach' : 'open';
  const message = `Could not ${verb} the inspector page: ${withoutFullStop(why)}. The session runs on without it.`;
  return { code: 'InspectorUnavailable', message, context: { error } };
}
