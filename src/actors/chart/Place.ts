import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { Step } from './Step.js';

export type Action = (step: Step) => void;
export type Guard = (step: Step) => boolean;

/** A state of a chart, with all that can be found out before the chart runs. */
export interface Place {
  readonly node: AnyStateNode;
  readonly parent: Place | undefined;
  readonly children: Place[];
  readonly entry: readonly Action[];
  readonly exit: readonly Action[];
  /** The ids of the actors that live as long as the state is active. */
  readonly invoked: readonly string[];
  /** By the type of an event. */
  readonly moves: Map<string, Move[]>;
  /** For `name.*`, or for all where the name is empty; the longest first. */
  readonly families: Family[];
  readonly always: Move[];
}

export interface Family {
  readonly name: string;
  /** How the types begin that belong to it, besides the name itself. */
  readonly start: string;
  readonly moves: Move[];
}

/** A transition. */
export interface Move {
  /** No other of the chart has it. */
  readonly number: number;
  readonly definition: AnyTransitionDefinition;
  readonly source: Place;
  /** What lies below it is left. Undefined where nothing is left or entered. */
  readonly domain: Place | undefined;
  readonly entered: readonly Place[];
  readonly guard: Guard | undefined;
  readonly actions: readonly Action[];
  /** A list of it. */
  readonly alone: readonly Move[];
}

export function isBelow(place: Place, other: Place): boolean {
  for (let one = place.parent; one; one = one.parent) if (one === other) return true;
  return false;
}

/** What is entered with a place: its first child, or all where they are parallel. */
export function defaultsOf(place: Place): Place[] {
  const { node, children } = place;
  if (node.type === 'parallel') return children.flatMap((child) => [child, ...defaultsOf(child)]);
  const [first] = node.type === 'compound' ? (node.initial.target ?? []) : [];
  const child = children.find((one) => one.node === first);
  return child ? [child, ...defaultsOf(child)] : [];
}

/** All that a move enters: its target, what lies between it and the domain, and beside and below it. */
export function entrySet(source: Place, target: Place, domain: Place): Place[] {
  const all = new Set(defaultsOf(target));
  if (target !== source || source !== domain) all.add(target);
  const above: Place[] = [];
  for (let one = target.parent; one && isBelow(one, domain); one = one.parent) above.push(one);
  for (const one of above) all.add(one);
  for (const one of isBelow(target, domain) ? [...above, domain] : above) {
    if (one.node.type !== 'parallel') continue;
    for (const child of one.children) {
      if (all.has(child) || [...all].some((other) => isBelow(other, child))) continue;
      for (const other of [child, ...defaultsOf(child)]) all.add(other);
    }
  }
  return [...all];
}

/** Where a move takes place: the state that it stays in. */
export function domainOf(source: Place, target: Place, reenter: boolean): Place | undefined {
  if (!reenter && (target === source || isBelow(target, source))) return source;
  for (let one = target.parent; one; one = one.parent) if (isBelow(source, one)) return one;
  return reenter ? undefined : rootOf(source);
}

function rootOf(place: Place): Place {
  return place.parent ? rootOf(place.parent) : place;
}
