import type { AnyTransitionDefinition, StateValue } from 'xstate';
import { type Family, isBelow, type Move, type Place } from './Place.js';

/** A place with the active ones below it. */
interface Branch {
  readonly place: Place;
  readonly below: readonly Branch[];
}

/** What a place, and the active ones below it, may do at a type of event; its own in their order. */
export interface Choice {
  readonly moves: readonly Move[];
  readonly below: readonly Choice[];
}

/** Where moves lead that are selected together. */
export interface Route {
  /** Of two that leave the same state, that of the inner state, or the first. */
  readonly moves: readonly Move[];
  /** Of all that are selected. */
  readonly definitions: readonly AnyTransitionDefinition[];
  /** The innermost first. */
  readonly left: readonly Place[];
  readonly entered: readonly Place[];
  readonly next: Configuration;
}

/**
 * The states of a chart that are active together, in the order in which they were entered: XState asks
 * them in that order. There are few such lists, so each is made once, with all that can be found out.
 */
export class Configuration {
  readonly places: readonly Place[];
  readonly value: StateValue;
  /** The innermost first. */
  readonly outward: readonly Place[];
  /** For each innermost state: the transitions without an event that it may take, its own first. */
  readonly eventless: readonly (readonly Move[])[];
  readonly #known: Map<string, Configuration>;
  readonly #tree: Branch | undefined;
  readonly #types: ReadonlySet<string>;
  readonly #families: readonly (readonly Family[])[];
  readonly #routes = new Map<number | string, Route>();
  readonly #choices = new Map<string, Choice | undefined>();
  /** By the families to which a type belongs. */
  readonly #familyChoices = new Map<string, Choice | undefined>();

  constructor(places: readonly Place[] = [], known = new Map<string, Configuration>()) {
    const [root] = places;
    this.places = places;
    this.#known = known;
    this.outward = innermostFirst(places);
    this.#tree = root && branchOf(root, places);
    this.value = this.#tree ? stateValue(this.#tree) : {};
    this.#types = new Set(places.flatMap(({ moves }) => [...moves.keys()]));
    this.#families = places.map(({ families }) => families).filter(({ length }) => length > 0);
    this.eventless = places
      .filter(({ children }) => children.length === 0)
      .map(alwaysFrom)
      .filter((moves) => moves.length > 0);
  }

  /** Undefined where nothing can come of it. */
  choice(type: string): Choice | undefined {
    const known = this.#choices.get(type);
    if (known) return known;
    if (this.#types.has(type)) return this.#choose(this.#choices, type, type);
    // Of types that only belong to a family there may be no end, as of those with an actor's id.
    return this.#choose(this.#familyChoices, this.#familyOf(type), type);
  }

  has(place: Place): boolean {
    return this.places.includes(place);
  }

  /** With these, which are entered. */
  with(entered: readonly Place[]): Configuration {
    return this.#of([...this.places, ...entered]);
  }

  route(selected: readonly Move[]): Route {
    const [first] = selected;
    const isOne = first && selected.length === 1;
    const key = isOne ? first.number : selected.map(({ number }) => number).join();
    let route = this.#routes.get(key);
    if (!route) {
      route = this.#routeOf(selected);
      this.#routes.set(key, route);
    }
    return route;
  }

  #choose(choices: Map<string, Choice | undefined>, key: string, type: string): Choice | undefined {
    if (!choices.has(key)) choices.set(key, this.#tree && choiceIn(this.#tree, type));
    return choices.get(key);
  }

  #withoutConflicts(moves: readonly Move[]): readonly Move[] {
    let kept: Move[] = [];
    for (const move of moves) {
      const left = this.#leftBy(move);
      const rivals = kept.filter((one) => this.#leftBy(one).some((place) => left.includes(place)));
      if (rivals.every((rival) => isBelow(move.source, rival.source))) {
        kept = [...kept.filter((one) => !rivals.includes(one)), move];
      }
    }
    return kept;
  }

  #routeOf(selected: readonly Move[]): Route {
    const moves = this.#withoutConflicts(selected);
    const left = innermostFirst(new Set(moves.flatMap((move) => this.#leftBy(move))));
    const entered = innermostFirst(new Set(moves.flatMap((move) => move.entered))).reverse();
    const stay = this.places.filter((place) => !left.includes(place));
    const places = [...stay, ...entered];
    const same = places.length === this.places.length && places.every((place) => this.has(place));
    const definitions = Object.freeze(selected.map(({ definition }) => definition));
    return { moves, definitions, left, entered, next: same ? this : this.#of(places) };
  }

  /** A name for all types to which the same families are open. */
  #familyOf(type: string): string {
    let name = '';
    // The longest says it all: the others that are open are the beginnings of its name.
    for (const families of this.#families) {
      let index = 0;
      for (const one of families) {
        if (isIn(one, type)) break;
        index += 1;
      }
      name += ` ${index}`;
    }
    return name;
  }

  #leftBy({ domain }: Move): Place[] {
    return domain ? this.places.filter((place) => isBelow(place, domain)) : [];
  }

  #of(places: readonly Place[]): Configuration {
    const key = places.map(({ node }) => node.order).join();
    let known = this.#known.get(key);
    if (!known) {
      known = new Configuration(places, this.#known);
      this.#known.set(key, known);
    }
    return known;
  }
}

function innermostFirst(places: Iterable<Place>): Place[] {
  return [...places].sort((a, b) => b.node.order - a.node.order);
}

function branchOf(place: Place, places: readonly Place[]): Branch {
  const below = places.filter(({ parent }) => parent === place);
  return { place, below: below.map((child) => branchOf(child, places)) };
}

function choiceIn({ place, below }: Branch, type: string): Choice | undefined {
  const { moves, families } = place;
  const own = [
    ...(moves.get(type) ?? []),
    ...families.filter((one) => isIn(one, type)).flatMap((one) => one.moves),
  ];
  const inner = below.map((branch) => choiceIn(branch, type)).filter((one) => one !== undefined);
  return own.length + inner.length > 0 ? { moves: own, below: inner } : undefined;
}

function isIn({ name, start }: Family, type: string): boolean {
  return type.startsWith(start) || type === name;
}

function stateValue({ place, below }: Branch): StateValue {
  const [first] = below;
  if (place.node.type === 'compound' && first && first.place.children.length === 0) {
    return first.place.node.key;
  }
  return Object.fromEntries(below.map((branch) => [branch.place.node.key, stateValue(branch)]));
}

function alwaysFrom(place: Place): Move[] {
  return [...place.always, ...(place.parent ? alwaysFrom(place.parent) : [])];
}
