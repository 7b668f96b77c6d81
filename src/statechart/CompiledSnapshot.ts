import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyStateMachine,
  matchesState,
  type Snapshot,
  type StateValue,
} from 'xstate';
import type { Configuration } from './Configuration.js';
import type { TimersAndTasks } from './TimersAndTasks.js';

/** What all snapshots of one actor share. */
export interface ActorParts {
  readonly machine: AnyStateMachine;
  /** The children that live now: the same object in every snapshot of an actor. */
  readonly children: Record<string, AnyActorRef>;
  readonly timersAndTasks: TimersAndTasks;
}

export interface SnapshotEnd {
  status: Snapshot<unknown>['status'];
  output?: unknown;
  error?: unknown;
}

/** The snapshot of a compiled machine. To users it is a machine snapshot of XState. */
export class CompiledSnapshot {
  readonly status: Snapshot<unknown>['status'];
  readonly output: unknown;
  readonly error: unknown;
  readonly machine: AnyStateMachine;
  readonly context: object;
  readonly children: Record<string, AnyActorRef>;
  readonly value: StateValue;
  readonly configuration: Configuration;
  readonly timersAndTasks: TimersAndTasks;
  // Own fields, not methods: XState copies a snapshot with a spread.
  readonly tags = noTags;
  readonly historyValue = noHistory;
  readonly matches = matches;
  readonly hasTag = hasTag;
  readonly can = can;
  readonly getMeta = getMeta;
  readonly toJSON = toJSON;

  constructor(
    parts: ActorParts,
    context: object,
    configuration: Configuration,
    end: SnapshotEnd = active,
  ) {
    this.status = end.status;
    this.output = end.output;
    this.error = end.error;
    this.machine = parts.machine;
    this.context = context;
    this.children = parts.children;
    this.value = configuration.value;
    this.configuration = configuration;
    this.timersAndTasks = parts.timersAndTasks;
  }
}

function matches(this: CompiledSnapshot, value: StateValue): boolean {
  return matchesState(value, this.value);
}

function hasTag(): boolean {
  return false;
}

function can(this: CompiledSnapshot, event: AnyEventObject): boolean {
  const transitions = this.machine.getTransitionData(this as never, event);
  return transitions.some(({ target, actions }) => target !== undefined || actions.length > 0);
}

function getMeta(): object {
  return {};
}

function toJSON(this: CompiledSnapshot): object {
  const { status, output, error, context, value, children } = this;
  return { status, output, error, context, value, children, tags: [], historyValue: {} };
}

const active: SnapshotEnd = { status: 'active' };
const noTags: ReadonlySet<string> = new Set();
const noHistory = {};
