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

/** What all snapshots of one actor share. */
export interface Run {
  readonly machine: AnyStateMachine;
  /** Those that live now. */
  readonly children: Record<string, AnyActorRef>;
  readonly held: Held;
}

export interface End {
  status: Snapshot<unknown>['status'];
  output?: unknown;
  error?: unknown;
}

/** What can be seen of a chart that runs; to users, that of a machine of XState. */
export class ChartSnapshot {
  readonly status: Snapshot<unknown>['status'];
  readonly output: unknown;
  readonly error: unknown;
  readonly machine: AnyStateMachine;
  readonly context: object;
  readonly children: Record<string, AnyActorRef>;
  readonly value: StateValue;
  readonly active: Configuration;
  readonly held: Held;
  // Not of the class: XState copies a snapshot by its own fields.
  readonly tags = noTags;
  readonly historyValue = noHistory;
  readonly matches = matches;
  readonly hasTag = hasTag;
  readonly can = can;
  readonly getMeta = getMeta;
  readonly toJSON = toJSON;

  constructor(run: Run, context: object, active: Configuration, end: End = running) {
    this.status = end.status;
    this.output = end.output;
    this.error = end.error;
    this.machine = run.machine;
    this.context = context;
    this.children = run.children;
    this.value = active.value;
    this.active = active;
    this.held = run.held;
  }
}

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

const running: End = { status: 'active' };
const noTags: ReadonlySet<string> = new Set();
const noHistory = {};
