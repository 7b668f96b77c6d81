import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyStateMachine,
  matchesState,
  type Snapshot,
  type StateValue,
} from 'xstate';
import type { Configuration } from './Configuration.js';
import type { Held } from './Held.js';

/** What can be seen of a chart that runs; to users, that of a machine of XState. */
export type ChartSnapshot = Snapshot<unknown> & {
  machine: AnyStateMachine;
  context: object;
  /** Those that live now, in every snapshot of the same actor. */
  children: Record<string, AnyActorRef>;
  value: StateValue;
  active: Configuration;
  /** Like the children, the same in every snapshot of an actor. */
  held: Held;
};

/** Of a chart that was not entered yet. */
export function outside(
  machine: AnyStateMachine,
  context: object,
  active: Configuration,
  held: Held,
): ChartSnapshot {
  const nothing = { status: 'active', output: undefined, error: undefined, children: {} };
  return moved({ ...nothing, machine, held } as unknown as ChartSnapshot, context, active);
}

export function moved(
  { status, output, error, machine, children, held }: ChartSnapshot,
  context: object,
  active: Configuration,
): ChartSnapshot {
  return {
    status,
    output,
    error,
    machine,
    context,
    children,
    active,
    held,
    value: active.value,
    tags: noTags,
    historyValue: noHistory,
    matches,
    hasTag,
    can,
    getMeta,
    toJSON,
  } as unknown as ChartSnapshot;
}

export function ended(
  before: ChartSnapshot,
  end: { status: 'done' | 'error' | 'stopped'; output?: unknown; error?: unknown },
): ChartSnapshot {
  return { ...before, ...end } as ChartSnapshot;
}

const noTags: ReadonlySet<string> = new Set();
const noHistory = {};

function matches(this: ChartSnapshot, value: StateValue): boolean {
  return matchesState(value, this.value);
}

function hasTag(): boolean {
  return false;
}

function can(this: ChartSnapshot, event: AnyEventObject): boolean {
  const moves = this.machine.getTransitionData(this as never, event);
  return moves.some(({ target, actions }) => target !== undefined || actions.length > 0);
}

function getMeta(): object {
  return {};
}

function toJSON(this: ChartSnapshot): object {
  const { status, output, error, context, value, children } = this;
  return { status, output, error, context, value, children, tags: [], historyValue: {} };
}
