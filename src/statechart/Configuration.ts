import type { AnyTransitionDefinition, StateValue } from 'xstate';
import {
  type CompiledState,
  type CompiledTransition,
  isDescendant,
  type WildcardTransitions,
} from './compiledStates.js';

/** An active state with the active states below it. */
interface ActiveTree {
  readonly state: CompiledState;
  readonly children: readonly ActiveTree[];
}

/** The transitions that an active state, and the active states below it, have for an event type. */
export interface Candidates {
  readonly transitions: readonly CompiledTransition[];
  readonly below: readonly Candidates[];
}

/** What happens when a set of transitions is taken together. */
export interface TransitionPlan {
  /** Without conflicts: of two that exit the same state, the inner one wins, else the first. */
  readonly transitions: readonly CompiledTransition[];
  /** Of everything that was selected, for inspectors. */
  readonly definitions: readonly AnyTransitionDefinition[];
  /** Innermost first. */
  readonly exited: readonly CompiledState[];
  readonly entered: readonly CompiledState[];
  readonly next: Configuration;
}

/**
 * A set of states that are active together, in the order in which they were entered (XState asks
 * them in that order). A machine has few of these, so each is created once and caches everything
 * that depends only on the definition: its state value, candidates per event type, plans.
 */
export class Configuration {
  readonly states: readonly CompiledState[];
  readonly value: StateValue;
  readonly innermostFirst: readonly CompiledState[];
  /** For each leaf state: its eventless transitions, then those of its ancestors. */
  readonly eventless: readonly (readonly CompiledTransition[])[];
  /** All configurations of this machine, shared by all of them. */
  readonly #known: Map<string, Configuration>;
  readonly #tree: ActiveTree | undefined;
  readonly #exactTypes: ReadonlySet<string>;
  readonly #wildcards: readonly (readonly WildcardTransitions[])[];
  readonly #plans = new Map<number | string, TransitionPlan>();
  readonly #candidates = new Map<string, Candidates | undefined>();
  /** For types that only wildcards match, by which wildcards those are. */
  readonly #wildcardCandidates = new Map<string, Candidates | undefined>();

  constructor(states: readonly CompiledState[] = [], known = new Map<string, Configuration>()) {
    const [root] = states;
    this.states = states;
    this.#known = known;
    this.innermostFirst = sortInnermostFirst(states);
    this.#tree = root && activeTree(root, states);
    this.value = this.#tree ? stateValue(this.#tree) : {};
    this.#exactTypes = new Set(states.flatMap(({ transitions }) => [...transitions.keys()]));
    this.#wildcards = states.map(({ wildcards }) => wildcards).filter(({ length }) => length > 0);
    this.eventless = states
      .filter(({ children }) => children.length === 0)
      .map(eventlessFrom)
      .filter((transitions) => transitions.length > 0);
  }

  /** Undefined if no active state handles the event type. */
  candidatesFor(type: string): Candidates | undefined {
    const known = this.#candidates.get(type);
    if (known) return known;
    if (this.#exactTypes.has(type)) return this.#lookUp(this.#candidates, type, type);
    // There is no end to the types that only a wildcard matches (they contain actor ids), so the
    // cache has an entry per combination of wildcards, not per type.
    return this.#lookUp(this.#wildcardCandidates, this.#wildcardKey(type), type);
  }

  has(state: CompiledState): boolean {
    return this.states.includes(state);
  }

  with(entered: readonly CompiledState[]): Configuration {
    return this.#configurationOf([...this.states, ...entered]);
  }

  plan(selected: readonly CompiledTransition[]): TransitionPlan {
    const [first] = selected;
    const isOne = first && selected.length === 1;
    const key = isOne ? first.id : selected.map(({ id }) => id).join();
    let plan = this.#plans.get(key);
    if (!plan) {
      plan = this.#planFor(selected);
      this.#plans.set(key, plan);
    }
    return plan;
  }

  #lookUp(
    cache: Map<string, Candidates | undefined>,
    key: string,
    type: string,
  ): Candidates | undefined {
    if (!cache.has(key)) cache.set(key, this.#tree && candidatesIn(this.#tree, type));
    return cache.get(key);
  }

  #withoutConflicts(transitions: readonly CompiledTransition[]): readonly CompiledTransition[] {
    let kept: CompiledTransition[] = [];
    for (const transition of transitions) {
      const exited = this.#exitedBy(transition);
      const rivals = kept.filter((one) =>
        this.#exitedBy(one).some((state) => exited.includes(state)),
      );
      if (rivals.every((rival) => isDescendant(transition.source, rival.source))) {
        kept = [...kept.filter((one) => !rivals.includes(one)), transition];
      }
    }
    return kept;
  }

  #planFor(selected: readonly CompiledTransition[]): TransitionPlan {
    const transitions = this.#withoutConflicts(selected);
    const exited = sortInnermostFirst(new Set(transitions.flatMap((one) => this.#exitedBy(one))));
    const entered = sortInnermostFirst(new Set(transitions.flatMap((one) => one.entered)));
    entered.reverse();
    const staying = this.states.filter((state) => !exited.includes(state));
    const states = [...staying, ...entered];
    const same = states.length === this.states.length && states.every((state) => this.has(state));
    const definitions = Object.freeze(selected.map(({ definition }) => definition));
    const next = same ? this : this.#configurationOf(states);
    return { transitions, definitions, exited, entered, next };
  }

  /** The same text for all types that the same wildcards match. */
  #wildcardKey(type: string): string {
    let key = '';
    // Per state, the longest match decides: the other matches are prefixes of its name.
    for (const wildcards of this.#wildcards) {
      let index = 0;
      for (const one of wildcards) {
        if (matchesWildcard(one, type)) break;
        index += 1;
      }
      key += ` ${index}`;
    }
    return key;
  }

  #exitedBy({ domain }: CompiledTransition): CompiledState[] {
    return domain ? this.states.filter((state) => isDescendant(state, domain)) : [];
  }

  #configurationOf(states: readonly CompiledState[]): Configuration {
    const key = states.map(({ node }) => node.order).join();
    let known = this.#known.get(key);
    if (!known) {
      known = new Configuration(states, this.#known);
      this.#known.set(key, known);
    }
    return known;
  }
}

function sortInnermostFirst(states: Iterable<CompiledState>): CompiledState[] {
  return [...states].sort((a, b) => b.node.order - a.node.order);
}

function activeTree(state: CompiledState, active: readonly CompiledState[]): ActiveTree {
  const children = active.filter(({ parent }) => parent === state);
  return { state, children: children.map((child) => activeTree(child, active)) };
}

function candidatesIn({ state, children }: ActiveTree, type: string): Candidates | undefined {
  const own = [
    ...(state.transitions.get(type) ?? []),
    ...state.wildcards
      .filter((one) => matchesWildcard(one, type))
      .flatMap((one) => one.transitions),
  ];
  const below = children
    .map((child) => candidatesIn(child, type))
    .filter((candidates) => candidates !== undefined);
  return own.length + below.length > 0 ? { transitions: own, below } : undefined;
}

function matchesWildcard({ name, prefix }: WildcardTransitions, type: string): boolean {
  return type.startsWith(prefix) || type === name;
}

function stateValue({ state, children }: ActiveTree): StateValue {
  const [first] = children;
  if (state.node.type === 'compound' && first && first.state.children.length === 0) {
    return first.state.node.key;
  }
  return Object.fromEntries(children.map((child) => [child.state.node.key, stateValue(child)]));
}

function eventlessFrom(state: CompiledState): CompiledTransition[] {
  return [...state.always, ...(state.parent ? eventlessFrom(state.parent) : [])];
}
