import type { AnyStateMachine, StateValue } from 'xstate';
import type { About } from './Effects.js';
import type { Action, Guard, Place } from './Place.js';
import type { Step } from './Step.js';

/** What XState makes of `assign`, `sendTo`, `enqueueActions` and the like. */
type MadeAction = { type: string } & Record<string, unknown>;

/** A chart has something that is not known here. */
export class Uncompilable extends Error {
  constructor(chart: AnyStateMachine, what: string) {
    super(`The chart ${chart.id} cannot have ${what}.`);
  }
}

/** What an action of a chart does, found once and not at every event. */
export function compileAction(chart: AnyStateMachine, action: unknown): Action {
  const made = typeof action === 'string' ? chart.implementations.actions[action] : action;
  const { type, ...rest } = { ...(made as unknown as MadeAction | undefined) };
  const kind = typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  const isDelayed = rest.delay !== undefined && type !== 'xstate.raise';
  if (!kind || isDelayed || rest[kind.needs] === undefined) {
    throw new Uncompilable(chart, `the action ${String(action)}`);
  }
  return kind.compile(rest);
}

type Arguments<Name extends keyof Step> = Step[Name] extends (...given: infer Given) => unknown
  ? Given
  : never;

interface Kind {
  /** What XState keeps in it, without which nothing can be done. */
  needs: string;
  compile(made: Record<string, unknown>): Action;
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
      const given = collect as (about: About & { enqueue: Step }) => void;
      return (step) => given(step);
    },
  },
};

export function compileGuard(chart: AnyStateMachine, guard: unknown, root: Place): Guard {
  const made = typeof guard === 'string' ? chart.implementations.guards[guard] : guard;
  const unknown = new Uncompilable(chart, `the guard ${String(guard)}`);
  if (!(made instanceof Function)) throw unknown;
  if (!('check' in made)) return (step) => (made as unknown as (about: About) => boolean)(step);
  const place = 'stateValue' in made ? placeIn(root, made.stateValue as StateValue) : undefined;
  if (!place) throw unknown;
  return (step) => step.isActive(place);
}

function placeIn(from: Place, value: StateValue): Place | undefined {
  const [[key, below] = [], ...more] =
    typeof value === 'string' ? [[value, undefined] as const] : Object.entries(value);
  const child = from.children.find(({ node }) => node.key === key);
  if (!child || more.length > 0) return undefined;
  return below === undefined ? child : placeIn(child, below);
}
