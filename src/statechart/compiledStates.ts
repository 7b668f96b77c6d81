import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { Macrostep } from './Macrostep.js';

export type CompiledAction = (step: Macrostep) => void;
export type CompiledGuard = (step: Macrostep) => boolean;

/** A state node, with everything about it that can be computed before the machine runs. */
export interface CompiledState {
  readonly node: AnyStateNode;
  readonly parent: CompiledState | undefined;
  readonly children: CompiledState[];
  readonly entry: readonly CompiledAction[];
  readonly exit: readonly CompiledAction[];
  /** Ids of the actors that live while the state is active. */
  readonly invoked: readonly string[];
  /** By event type. */
  readonly transitions: Map<string, CompiledTransition[]>;
  /** For `on: { 'name.*': … }` and `on: { '*': … }`, the longest name first. */
  readonly wildcards: WildcardTransitions[];
  readonly always: CompiledTransition[];
}

export interface WildcardTransitions {
  /** `name` of `name.*`; empty for `*`. */
  readonly name: string;
  /** `name.`: the prefix of every event type it matches, apart from the name itself. */
  readonly prefix: string;
  readonly transitions: CompiledTransition[];
}

export interface CompiledTransition {
  /** Unique in its machine. */
  readonly id: number;
  readonly definition: AnyTransitionDefinition;
  readonly source: CompiledState;
  /** The innermost state that stays active. Undefined if no state is exited or entered. */
  readonly domain: CompiledState | undefined;
  readonly entered: readonly CompiledState[];
  readonly guard: CompiledGuard | undefined;
  readonly actions: readonly CompiledAction[];
  /** A list of just this transition, so that selecting it allocates nothing. */
  readonly asList: readonly CompiledTransition[];
}

export function isDescendant(state: CompiledState, ancestor: CompiledState): boolean {
  for (let one = state.parent; one; one = one.parent) if (one === ancestor) return true;
  return false;
}

/** The descendants that are entered with a state: its initial child, or all if it is parallel. */
export function initialDescendants(state: CompiledState): CompiledState[] {
  const { node, children } = state;
  if (node.type === 'parallel') {
    return children.flatMap((child) => [child, ...initialDescendants(child)]);
  }
  const [first] = node.type === 'compound' ? (node.initial.target ?? []) : [];
  const child = children.find((one) => one.node === first);
  return child ? [child, ...initialDescendants(child)] : [];
}

/** Every state a transition enters: its target, the states above it, beside it and below it. */
export function entrySet(
  source: CompiledState,
  target: CompiledState,
  domain: CompiledState,
): CompiledState[] {
  const all = new Set(initialDescendants(target));
  if (target !== source || source !== domain) all.add(target);
  const above: CompiledState[] = [];
  for (let one = target.parent; one && isDescendant(one, domain); one = one.parent) above.push(one);
  for (const one of above) all.add(one);
  for (const one of isDescendant(target, domain) ? [...above, domain] : above) {
    if (one.node.type !== 'parallel') continue;
    for (const child of one.children) {
      if (all.has(child) || [...all].some((other) => isDescendant(other, child))) continue;
      for (const other of [child, ...initialDescendants(child)]) all.add(other);
    }
  }
  return [...all];
}

/** The transition domain: the innermost state that stays active during the transition. */
export function domainOf(
  source: CompiledState,
  target: CompiledState,
  reenter: boolean,
): CompiledState | undefined {
  if (!reenter && (target === source || isDescendant(target, source))) return source;
  for (let one = target.parent; one; one = one.parent) if (isDescendant(source, one)) return one;
  return reenter ? undefined : rootOf(source);
}

function rootOf(state: CompiledState): CompiledState {
  return state.parent ? rootOf(state.parent) : state;
}
