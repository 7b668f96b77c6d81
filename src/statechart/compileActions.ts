import type { AnyStateMachine, StateValue } from 'xstate';
import type { ActionArgs } from './ActionRunner.js';
import type { CompiledAction, CompiledGuard, CompiledState } from './compiledStates.js';
import type { Macrostep } from './Macrostep.js';

/** What XState's action creators (`assign`, `sendTo`, `enqueueActions`, …) return. */
type BuiltInAction = { type: string } & Record<string, unknown>;

/** The machine uses a feature the compiler does not know. */
export function uncompilable(machine: AnyStateMachine, feature: string): Error {
  return new Error(`the machine '${machine.id}' has ${feature}`);
}

/** Looks an action up once, not on every event. */
export function compileAction(machine: AnyStateMachine, action: unknown): CompiledAction {
  const made = typeof action === 'string' ? machine.implementations.actions[action] : action;
  const { type, ...rest } = { ...(made as unknown as BuiltInAction | undefined) };
  const kind = typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  const isDelayed = rest.delay !== undefined && type !== 'xstate.raise';
  if (!kind || isDelayed || rest[kind.needs] === undefined) {
    throw uncompilable(machine, `the action ${String(action)}`);
  }
  return kind.compile(rest);
}

type Arguments<Name extends keyof Macrostep> = Macrostep[Name] extends (
  ...given: infer Given
) => unknown
  ? Given
  : never;

interface Kind {
  /** The property XState must have set on it. */
  needs: string;
  compile(action: Record<string, unknown>): CompiledAction;
}

const kinds: Readonly<Record<string, Kind>> = {
  'xstate.assign': {
    needs: 'assignment',
    compile({ assignment }) {
      const [given] = [assignment] as Arguments<'assign'>;
      return (step) => step.assign(given);
    },
  },
  'xstate.emit': {
    needs: 'event',
    compile({ event }) {
      const [given] = [event] as Arguments<'emit'>;
      return (step) => step.emit(given);
    },
  },
  'xstate.sendTo': {
    needs: 'to',
    compile({ to, event }) {
      const [target, given] = [to, event] as Arguments<'sendTo'>;
      return (step) => step.sendTo(target, given);
    },
  },
  'xstate.raise': {
    needs: 'event',
    compile({ event, id, delay }) {
      const [given, options] = [event, { id, delay }] as Arguments<'raise'>;
      return (step) => step.raise(given, options);
    },
  },
  'xstate.cancel': {
    needs: 'sendId',
    compile({ sendId }) {
      const [id] = [sendId] as Arguments<'cancel'>;
      return (step) => step.cancel(id);
    },
  },
  'xstate.stopChild': {
    needs: 'actorRef',
    compile({ actorRef }) {
      const [child] = [actorRef] as Arguments<'stopChild'>;
      return (step) => step.stopChild(child);
    },
  },
  'xstate.enqueueActions': {
    needs: 'collect',
    compile({ collect }) {
      const given = collect as (args: ActionArgs & { enqueue: Macrostep }) => void;
      return (step) => given(step);
    },
  },
};

export function compileGuard(
  machine: AnyStateMachine,
  guard: unknown,
  root: CompiledState,
): CompiledGuard {
  const made = typeof guard === 'string' ? machine.implementations.guards[guard] : guard;
  const unknown = uncompilable(machine, `the guard ${String(guard)}`);
  if (!(made instanceof Function)) throw unknown;
  if (!('check' in made)) return (step) => (made as unknown as (args: ActionArgs) => boolean)(step);
  const state = 'stateValue' in made ? stateIn(root, made.stateValue as StateValue) : undefined;
  if (!state) throw unknown;
  return (step) => step.isActive(state);
}

function stateIn(from: CompiledState, value: StateValue): CompiledState | undefined {
  const [[key, below] = [], ...more] =
    typeof value === 'string' ? [[value, undefined] as const] : Object.entries(value);
  const child = from.children.find(({ node }) => node.key === key);
  if (!child || more.length > 0) return undefined;
  return below === undefined ? child : stateIn(child, below);
}
