import type {
  ActorLogic,
  AnyActorLogic,
  AnyActorRef,
  AnyEventObject,
  AnyStateMachine,
  Snapshot,
} from 'xstate';
import { CompiledSnapshot } from './CompiledSnapshot.js';
import { Configuration } from './Configuration.js';
import { type CompiledState, initialDescendants } from './compiledStates.js';
import { compileStates } from './compileStates.js';
import { Macrostep } from './Macrostep.js';
import { type Clock, TimersAndTasks } from './TimersAndTasks.js';

export interface CompileOptions {
  /** Takes the place of the machine's own actors of these names. */
  actors?: Readonly<Record<string, AnyActorLogic>>;
  /** Thrown when somebody starts an actor from a persisted snapshot. */
  restoreError?(machine: AnyStateMachine): Error;
  /** Wraps the clock of the actor's system. A parent machine of somebody else may have chosen it. */
  wrapClock?(clock: Clock): Clock;
  /** Runs it on XState's interpreter for this reason: it may use more than the compiler knows. */
  interpretBecause?: string;
}

/** XState's snapshot type makes the other fields depend on the status; ours has all of them. */
type MachineSnapshot = CompiledSnapshot & Snapshot<unknown>;
type MachineLogic = ActorLogic<MachineSnapshot, AnyEventObject, unknown>;

/** Why a machine runs on XState's interpreter; undefined if it is compiled. */
const whyInterpreted = new WeakMap<object, () => string | undefined>();

/**
 * Runs a machine several times faster than XState's interpreter, which recomputes on every event
 * what depends only on the definition. The result is an ordinary XState actor logic; everything
 * else about it (definition, states, `provide`) is the machine's own. It is compiled when its first
 * actor is created. A machine with a feature the compiler does not know runs on the interpreter.
 */
export function compileMachine<Machine extends AnyStateMachine>(
  machine: Machine,
  options: CompileOptions = {},
): Machine {
  const { actors = {} } = options;
  let made: { logic: MachineLogic; interpreted?: string } | undefined;
  const make = () => {
    made ??= compileOrInterpret(result, () => machine.provide({ actors } as never), options);
    return made;
  };
  const logic = () => make().logic;
  let implementations: object | undefined;
  const overrides: MachineLogic & Pick<AnyStateMachine, 'implementations' | 'provide'> = {
    get implementations() {
      implementations ??= withActors(machine, actors);
      return implementations as AnyStateMachine['implementations'];
    },
    set implementations(given) {
      implementations = given;
    },
    provide: (given) => {
      const provided = machine.provide({ actors } as never).provide(given as never);
      const { actions = {}, guards = {} } = given as { actions?: object; guards?: object };
      const isCustom = Object.keys({ ...actions, ...guards }).length > 0;
      return compileMachine(provided, {
        restoreError: options.restoreError,
        wrapClock: options.wrapClock,
        ...(isCustom && { interpretBecause: '`provide()` replaced its actions or guards' }),
      });
    },
    getInitialSnapshot: (scope, input) => logic().getInitialSnapshot(scope, input),
    start: (snapshot, scope) => logic().start?.(snapshot, scope),
    transition: (snapshot, event, scope) => logic().transition(snapshot, event, scope),
    getPersistedSnapshot: (snapshot, given) => logic().getPersistedSnapshot(snapshot, given),
    restoreSnapshot: (snapshot, scope) =>
      logic().restoreSnapshot?.(snapshot, scope) ?? (snapshot as MachineSnapshot),
  };
  const result: Machine = Object.create(machine, Object.getOwnPropertyDescriptors(overrides));
  whyInterpreted.set(result, () => make().interpreted);
  return result;
}

/** The feature because of which a machine runs on XState's interpreter, if it does. */
export function interpretedBecause(logic: unknown): string | undefined {
  return whyInterpreted.get(logic as object)?.();
}

function withActors({ implementations }: AnyStateMachine, actors: object): object {
  return { ...implementations, actors: { ...implementations.actors, ...actors } };
}

function compileOrInterpret(
  machine: AnyStateMachine,
  provide: () => AnyStateMachine,
  options: CompileOptions,
): { logic: MachineLogic; interpreted?: string } {
  const { interpretBecause } = options;
  if (interpretBecause) {
    return { logic: stoppingChildren(provide()), interpreted: interpretBecause };
  }
  let root: CompiledState;
  try {
    root = compileStates(machine);
  } catch (error) {
    const interpreted = error instanceof Error ? error.message : String(error);
    return { logic: stoppingChildren(provide()), interpreted };
  }
  return { logic: compiledLogic(machine, root, options) };
}

function compiledLogic(
  machine: AnyStateMachine,
  root: CompiledState,
  { restoreError = notRestorable, wrapClock }: CompileOptions,
): MachineLogic {
  const initialStates = [root, ...initialDescendants(root)];
  const noStates = new Configuration();
  const initial = noStates.with(initialStates);
  const { context: given } = machine.config as { context?: unknown };
  return {
    getInitialSnapshot(scope, input) {
      const context = given instanceof Function ? given({ input, self: scope.self }) : given;
      const timersAndTasks = new TimersAndTasks(scope.self, wrapClock);
      const parts = { machine, children: {}, timersAndTasks };
      const before = new CompiledSnapshot(parts, context ?? {}, noStates);
      const step = new Macrostep(before, { type: 'xstate.init', input }, scope);
      return step.enterInitial(initialStates, initial) as MachineSnapshot;
    },
    start({ timersAndTasks }) {
      // Thrown here and not while restoring: only now does the error reach a parent.
      if (!timersAndTasks) throw restoreError(machine);
    },
    transition(snapshot, event, scope) {
      if (snapshot.status !== 'active') return snapshot;
      const step = new Macrostep(snapshot, event, scope);
      if (event.type === 'xstate.stop') return step.end('stopped') as MachineSnapshot;
      try {
        return step.run() as MachineSnapshot;
      } catch (error) {
        step.stopAllNow();
        throw error;
      }
    },
    getPersistedSnapshot({ status, output, error, context, value }) {
      return { status, output, error, context, value } as unknown as MachineSnapshot;
    },
  };
}

/** XState leaves the children of a machine that threw running, timers and all. */
function stoppingChildren(machine: AnyStateMachine): MachineLogic {
  const logic = machine as unknown as MachineLogic;
  return {
    getInitialSnapshot: (scope, input) => logic.getInitialSnapshot(scope, input),
    start: (snapshot, scope) => logic.start?.(snapshot, scope),
    transition(snapshot, event, scope) {
      try {
        return logic.transition(snapshot, event, scope);
      } catch (error) {
        const children: AnyActorRef[] = Object.values(snapshot.children ?? {});
        for (const child of children) scope.stopChild(child);
        throw error;
      }
    },
    getPersistedSnapshot: (snapshot, given) => logic.getPersistedSnapshot(snapshot, given),
    restoreSnapshot: (snapshot, scope) =>
      logic.restoreSnapshot?.(snapshot, scope) ?? (snapshot as MachineSnapshot),
  };
}

function notRestorable({ id }: AnyStateMachine): Error {
  return new Error(`An actor of '${id}' cannot be restored from a snapshot.`);
}
