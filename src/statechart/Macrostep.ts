import type { AnyActorScope, AnyEventObject, AnyTransitionDefinition } from 'xstate';
import { ActionRunner, resolve } from './ActionRunner.js';
import { CompiledSnapshot, type SnapshotEnd } from './CompiledSnapshot.js';
import type { Candidates, Configuration } from './Configuration.js';
import type { CompiledState, CompiledTransition } from './compiledStates.js';
import { inspectMicrostep } from './xstateInternals.js';

/**
 * Takes one event to its end, in XState's order: select transitions, exit, act, enter; then
 * eventless transitions and raised events until the machine settles.
 */
export class Macrostep extends ActionRunner {
  readonly #scope: AnyActorScope;
  #snapshot: CompiledSnapshot;
  #configuration: Configuration;

  constructor(snapshot: CompiledSnapshot, event: AnyEventObject, scope: AnyActorScope) {
    super(snapshot, event, scope);
    this.#scope = scope;
    this.#snapshot = snapshot;
    this.#configuration = snapshot.configuration;
  }

  isActive(state: CompiledState): boolean {
    return this.#configuration.has(state);
  }

  /** Enters the machine's initial states. */
  enterInitial(states: readonly CompiledState[], initial: Configuration): CompiledSnapshot {
    this.#enter(states, initial);
    this.#updateSnapshot([]);
    return this.#settle();
  }

  /** Handles the event. */
  run(): CompiledSnapshot {
    const transitions = this.#select();
    if (transitions.length > 0) this.#take(transitions);
    // As in XState, the unhandled error of a child is the parent's error.
    else if (isChildError(this.event)) return this.end('error', this.event.error);
    return this.#settle();
  }

  /** Ends the machine in its current state. */
  end(status: 'stopped' | 'error', error?: unknown): CompiledSnapshot {
    this.stopAll();
    return this.#ended({ status, error });
  }

  #settle(): CompiledSnapshot {
    while (this.#snapshot.status === 'active') {
      let transitions = this.#selectEventless();
      if (transitions.length === 0) {
        const next = this.raised?.shift();
        if (!next) return this.#snapshot;
        this.event = next;
        transitions = this.#select();
      }
      this.#take(transitions);
    }
    this.stopAll();
    return this.#snapshot;
  }

  #select(): readonly CompiledTransition[] {
    const candidates = this.#configuration.candidatesFor(this.event.type);
    if (!candidates) return none;
    if (candidates.below.length === 0) {
      return this.#firstEnabled(candidates.transitions)?.asList ?? none;
    }
    const selected: CompiledTransition[] = [];
    this.#selectIn(candidates, selected);
    return selected;
  }

  /** In each region, the innermost state that handles the event wins. */
  #selectIn({ transitions, below }: Candidates, selected: CompiledTransition[]): void {
    const before = selected.length;
    for (const candidates of below) this.#selectIn(candidates, selected);
    if (selected.length > before) return;
    const transition = this.#firstEnabled(transitions);
    if (transition) selected.push(transition);
  }

  #firstEnabled(transitions: readonly CompiledTransition[]): CompiledTransition | undefined {
    for (const transition of transitions) {
      if (!transition.guard || transition.guard(this)) return transition;
    }
    return undefined;
  }

  #selectEventless(): readonly CompiledTransition[] {
    let selected = none;
    for (const candidates of this.#configuration.eventless) {
      const transition = this.#firstEnabled(candidates);
      if (!transition || selected.includes(transition)) continue;
      selected = selected === none ? transition.asList : [...selected, transition];
    }
    return selected.length > 1 ? this.#configuration.plan(selected).transitions : selected;
  }

  #take(selected: readonly CompiledTransition[]): void {
    const plan = this.#configuration.plan(selected);
    for (const { exit, invoked } of plan.exited) {
      for (const action of exit) action(this);
      for (const id of invoked) this.stopChild(id);
    }
    for (const { actions } of plan.transitions) for (const action of actions) action(this);
    this.#enter(plan.entered, plan.next);
    this.#updateSnapshot(plan.definitions);
  }

  #enter(states: readonly CompiledState[], next: Configuration): void {
    this.#configuration = next;
    for (const state of states) {
      for (const action of state.entry) action(this);
      if (state.node.type === 'final') this.#finish(state);
    }
  }

  #finish({ node }: CompiledState): void {
    const { root } = node.machine;
    const event = { type: `xstate.done.state.${node.id}`, output: resolve(node.output, this) };
    const output = resolve(root.output, { context: this.context, event, self: this.self });
    this.#snapshot = this.#ended({ status: 'done', output });
    for (const { exit } of this.#configuration.innermostFirst) {
      for (const action of exit) action(this);
    }
  }

  #updateSnapshot(taken: readonly AnyTransitionDefinition[]): void {
    const before = this.#snapshot;
    if (before.context !== this.context || before.configuration !== this.#configuration) {
      this.#snapshot = new CompiledSnapshot(before, this.context, this.#configuration, before);
    }
    if (taken.length > 0) inspectMicrostep(this.#scope, this.event, this.#snapshot, taken);
  }

  #ended(end: SnapshotEnd): CompiledSnapshot {
    const before = this.#snapshot;
    return new CompiledSnapshot(before, before.context, before.configuration, end);
  }
}

const none: readonly CompiledTransition[] = [];

function isChildError({ type }: AnyEventObject): boolean {
  return type.startsWith('xstate.error.actor.');
}
