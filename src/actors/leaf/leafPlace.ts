import {
  type ActorOptions,
  type AnyActorLogic,
  type AnyActorScope,
  type AnyEventObject,
  type AnyStateMachine,
  type AnyStateNode,
  createActor,
} from 'xstate';
import { act } from './leafAction.js';
import type { LeafSnapshot } from './leafSnapshot.js';

type Clock = NonNullable<ActorOptions<AnyActorLogic>['clock']>;
type About = { context: unknown; event: AnyEventObject };

/** Where one actor stands in its chart, with the timers and actors of the states that it is in. */
export class LeafPlace {
  node: AnyStateNode | undefined;
  readonly #chart: AnyStateMachine;
  readonly #scope: AnyActorScope;
  readonly #ends = new Map<AnyStateNode, (() => void)[]>();

  constructor(chart: AnyStateMachine, scope: AnyActorScope) {
    this.#chart = chart;
    this.#scope = scope;
  }

  /** Goes up to `domain`, or out of the chart. */
  leave(domain: AnyStateNode | undefined): void {
    for (; this.node && this.node !== domain; this.node = this.node.parent) {
      for (const end of this.#ends.get(this.node) ?? []) end();
      this.#ends.delete(this.node);
    }
  }

  /** Goes down to `node`. */
  enter(node: AnyStateNode, snapshot: LeafSnapshot, event: AnyEventObject): LeafSnapshot {
    const path: AnyStateNode[] = [];
    for (let one: AnyStateNode | undefined = node; one && one !== this.node; one = one.parent) {
      path.unshift(one);
    }
    this.node = node;
    let next = snapshot;
    for (const entered of path) {
      next = act(this.#chart, entered.entry, next, event, this.#scope);
      this.#begin(entered, next, event);
    }
    return next;
  }

  #begin(node: AnyStateNode, snapshot: LeafSnapshot, event: AnyEventObject): void {
    const about = { context: snapshot.context, event };
    const ends = [
      ...node.after.map((after) => this.#startTimer(after, about)),
      ...node.invoke.map((invoked) => this.#startActor(invoked, snapshot, event)),
    ];
    if (ends.length > 0) this.#ends.set(node, ends);
  }

  #startTimer({ delay, eventType }: AnyStateNode['after'][number], about: About): () => void {
    const { self } = this.#scope;
    const { clock } = self as unknown as { clock: Clock };
    const delays = this.#chart.implementations.delays as Record<string, (about: About) => number>;
    const timer = clock.setTimeout(
      () => self.send({ type: eventType }),
      delays[delay as string]?.(about) ?? 0,
    );
    return () => clock.clearTimeout(timer);
  }

  #startActor(
    { id, src, input }: AnyStateNode['invoke'][number],
    snapshot: LeafSnapshot,
    event: AnyEventObject,
  ): () => void {
    const { self, stopChild } = this.#scope;
    const { context, children } = snapshot;
    const logic = this.#chart.implementations.actors[src as string] as AnyActorLogic;
    const given = input instanceof Function ? input({ context, event, self } as never) : input;
    const child = createActor(logic, { id, src, parent: self as never, input: given } as never);
    children[id] = child;
    child.start();
    return () => {
      delete children[id];
      stopChild(child);
    };
  }
}
