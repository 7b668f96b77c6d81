import type { AnyActorScope, AnyEventObject, AnyTransitionDefinition } from 'xstate';
import type { Choice, Configuration } from './Configuration.js';
import { ChartSnapshot, type End } from './chartSnapshot.js';
import { Effects, resolve } from './Effects.js';
import type { Move, Place } from './Place.js';

/** One event at work in a chart, until the chart is at rest. */
export class Step extends Effects {
  readonly #scope: AnyActorScope;
  #snapshot: ChartSnapshot;
  #active: Configuration;

  constructor(snapshot: ChartSnapshot, event: AnyEventObject, scope: AnyActorScope) {
    super(snapshot, event, scope);
    this.#scope = scope;
    this.#snapshot = snapshot;
    this.#active = snapshot.active;
  }

  isActive(place: Place): boolean {
    return this.#active.has(place);
  }

  /** Enters the chart. */
  begin(places: readonly Place[], beginning: Configuration): ChartSnapshot {
    this.#enter(places, beginning);
    this.#see([]);
    return this.#settle();
  }

  /** Does what the chart says to the event. */
  take(): ChartSnapshot {
    const moves = this.#select();
    if (moves.length > 0) this.#make(moves);
    // The error of a child of which the chart says nothing is its own.
    else if (isError(this.event)) return this.end('error', this.event.error);
    return this.#settle();
  }

  /** Ends it where it stands. */
  end(status: 'stopped' | 'error', error?: unknown): ChartSnapshot {
    this.endAll();
    return this.#ended({ status, error });
  }

  /** Goes on until there is no transition without an event, and no event that was raised. */
  #settle(): ChartSnapshot {
    while (this.#snapshot.status === 'active') {
      let moves = this.#eventless();
      if (moves.length === 0) {
        const next = this.raised?.shift();
        if (!next) return this.#snapshot;
        this.event = next;
        moves = this.#select();
      }
      this.#make(moves);
    }
    this.endAll();
    return this.#snapshot;
  }

  #select(): readonly Move[] {
    const choice = this.#active.choice(this.event.type);
    if (!choice) return none;
    if (choice.below.length === 0) return this.#open(choice.moves)?.alone ?? none;
    const moves: Move[] = [];
    this.#selectIn(choice, moves);
    return moves;
  }

  /** The innermost state that has something to say to the event decides, in each region. */
  #selectIn({ moves, below }: Choice, selected: Move[]): void {
    const before = selected.length;
    for (const choice of below) this.#selectIn(choice, selected);
    if (selected.length > before) return;
    const move = this.#open(moves);
    if (move) selected.push(move);
  }

  #open(moves: readonly Move[]): Move | undefined {
    for (const move of moves) if (!move.guard || move.guard(this)) return move;
    return undefined;
  }

  #eventless(): readonly Move[] {
    let moves = none;
    for (const candidates of this.#active.eventless) {
      const move = this.#open(candidates);
      if (move && !moves.includes(move)) moves = moves === none ? move.alone : [...moves, move];
    }
    return moves.length > 1 ? this.#active.route(moves).moves : moves;
  }

  #make(selected: readonly Move[]): void {
    const { moves, definitions, left, entered, next } = this.#active.route(selected);
    for (const { exit, invoked } of left) {
      for (const action of exit) action(this);
      for (const id of invoked) this.stopChild(id);
    }
    for (const { actions } of moves) for (const action of actions) action(this);
    this.#enter(entered, next);
    this.#see(definitions);
  }

  #enter(places: readonly Place[], next: Configuration): void {
    this.#active = next;
    for (const place of places) {
      for (const action of place.entry) action(this);
      if (place.node.type === 'final') this.#finish(place);
    }
  }

  #finish({ node }: Place): void {
    const { root } = node.machine;
    const event = { type: `xstate.done.state.${node.id}`, output: resolve(node.output, this) };
    const about = { context: this.context, event, self: this.self };
    const output = resolve(root.output, about);
    this.#snapshot = this.#ended({ status: 'done', output });
    for (const { exit } of this.#active.outward) {
      for (const action of exit) action(this);
    }
  }

  /** Makes what has changed visible; inspectors hear of it as they do of a machine's. */
  #see(taken: readonly AnyTransitionDefinition[]): void {
    const before = this.#snapshot;
    if (before.context !== this.context || before.active !== this.#active) {
      this.#snapshot = new ChartSnapshot(before, this.context, this.#active, before);
    }
    if (taken.length > 0) inspected(this.#scope, this.event, this.#snapshot, taken);
  }

  #ended(end: End): ChartSnapshot {
    const before = this.#snapshot;
    return new ChartSnapshot(before, before.context, before.active, end);
  }
}

const none: readonly Move[] = [];

function isError({ type }: AnyEventObject): boolean {
  return type.startsWith('xstate.error.actor.');
}

function inspected(
  { self, system }: AnyActorScope,
  event: AnyEventObject,
  snapshot: ChartSnapshot,
  taken: readonly AnyTransitionDefinition[],
): void {
  const inspector = system as unknown as { _sendInspectionEvent?(step: object): void };
  inspector._sendInspectionEvent?.({
    type: '@xstate.microstep',
    actorRef: self,
    event,
    snapshot,
    _transitions: taken,
  });
}
