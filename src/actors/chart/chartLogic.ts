import type {
  ActorLogic,
  AnyActorLogic,
  AnyEventObject,
  AnyStateMachine,
  ContextFrom,
  Snapshot,
} from 'xstate';
import { ClaudeActorsError } from '../../errors.js';
import type { CompiledLogic } from './ChildActor.js';
import { Configuration } from './Configuration.js';
import { ChartSnapshot } from './chartSnapshot.js';
import { compileChart } from './compileChart.js';
import { noteCompiler } from './compiled.js';
import { noteCopy } from './contextCopies.js';
import { Held } from './Held.js';
import { defaultsOf, type Place } from './Place.js';
import { Step } from './Step.js';

/**
 * Runs a chart as it is defined, at a fraction of what XState's own interpreter costs, because all
 * that depends on the definition alone is found out once, when the first actor is made. A chart with
 * something that is not known here, or an XState that is made differently, runs on XState itself.
 * `actors` are the real ones; `copy` copies its context, field by field.
 */
export function chartLogic<Chart extends AnyStateMachine>(
  chart: Chart,
  actors: Readonly<Record<string, AnyActorLogic>> = {},
  copy?: (context: ContextFrom<Chart>) => object,
): Chart {
  let made: { compiled: Logic | undefined; logic: Logic } | undefined;
  const making = () => {
    if (!made) {
      const compiled = compile(machine);
      const logic = compiled ?? (chart.provide({ actors } as never) as unknown as Logic);
      made = { compiled, logic };
    }
    return made;
  };
  const logic = () => making().logic;
  let implementations: object | undefined;
  const running: Logic & { implementations: object } = {
    get implementations() {
      implementations ??= withActors(chart, actors);
      return implementations;
    },
    set implementations(given) {
      implementations = given;
    },
    getInitialSnapshot: (scope, input) => logic().getInitialSnapshot(scope, input),
    start: (snapshot, scope) => logic().start?.(snapshot, scope),
    transition: (snapshot, event, scope) => logic().transition(snapshot, event, scope),
    getPersistedSnapshot: (snapshot, options) => logic().getPersistedSnapshot(snapshot, options),
    restoreSnapshot: (snapshot, scope) =>
      logic().restoreSnapshot?.(snapshot, scope) ?? (snapshot as Seen),
  };
  // For all else, such as its definition for those who draw it, it is the chart.
  const machine: Chart = Object.create(chart, Object.getOwnPropertyDescriptors(running));
  if (copy) noteCopy(machine, copy as (context: object) => object);
  noteCompiler(machine, () => making().compiled as CompiledLogic | undefined);
  return machine;
}

function withActors({ implementations }: AnyStateMachine, actors: object): object {
  return { ...implementations, actors: { ...implementations.actors, ...actors } };
}

/** To XState, whose types know of each status what else there is. */
type Seen = ChartSnapshot & Snapshot<unknown>;
type Logic = ActorLogic<Seen, AnyEventObject, unknown>;

function compile(machine: AnyStateMachine): Logic | undefined {
  const root = placesOf(machine);
  if (!root) return undefined;
  const first = [root, ...defaultsOf(root)];
  const nowhere = new Configuration();
  const beginning = nowhere.with(first);
  const { context: given } = machine.config as { context?: unknown };
  return {
    getInitialSnapshot(scope, input) {
      const context = given instanceof Function ? given({ input, self: scope.self }) : given;
      const run = { machine, children: {}, held: new Held(scope.self) };
      const before = new ChartSnapshot(run, context ?? {}, nowhere);
      return new Step(before, { type: 'xstate.init', input }, scope).begin(
        first,
        beginning,
      ) as Seen;
    },
    // A parent is told of an actor that fails at its start, not of one that cannot be restored.
    start({ held }) {
      if (!held) throw notRestored(machine);
    },
    transition(snapshot, event, scope) {
      if (snapshot.status !== 'active') return snapshot;
      const step = new Step(snapshot, event, scope);
      if (event.type === 'xstate.stop') return step.end('stopped') as Seen;
      try {
        return step.take() as Seen;
      } catch (error) {
        step.abandon();
        throw error;
      }
    },
    getPersistedSnapshot({ status, output, error, context, value }) {
      return { status, output, error, context, value } as unknown as Seen;
    },
  };
}

function notRestored({ id }: AnyStateMachine): ClaudeActorsError {
  const why = `A ${id} cannot go on from a snapshot, because its process does not.`;
  const instead = "Start a new one; with the option 'resume' it has the same conversation.";
  return new ClaudeActorsError('InvalidOption', `${why} ${instead}`);
}

/** None where anything is not as it is known here: XState can run every chart. */
function placesOf(machine: AnyStateMachine): Place | undefined {
  try {
    return compileChart(machine);
  } catch {
    return undefined;
  }
}
