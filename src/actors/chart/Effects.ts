import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyActorScope,
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
} from 'xstate';
import type { ChartSnapshot } from './chartSnapshot.js';
import { childOf } from './compiled.js';
import { copyOf } from './contextCopies.js';
import { taskOf } from './fromTask.js';
import type { Held } from './Held.js';

/** What guards, actions and expressions are called with. */
export interface About {
  context: object;
  event: AnyEventObject;
  self: AnyActorRef;
}

type Expression<Value> = Value | ((about: About) => Value);
type Target = Expression<string | AnyActorRef>;

export function resolve<Value>(expression: Expression<Value>, about: About): Value {
  return expression instanceof Function ? expression(about) : expression;
}

/**
 * What the actions of a chart do. Names and arguments are those of XState's `enqueue`, and so is the
 * order: what reaches others is done when the chart has come to rest.
 */
export class Effects implements About {
  context: object;
  event: AnyEventObject;
  readonly self: AnyActorRef;
  /** Events that the chart has raised for itself. */
  protected raised: AnyEventObject[] | undefined;
  readonly #chart: AnyStateMachine;
  readonly #scope: AnyActorScope;
  readonly #children: Record<string, AnyActorRef>;
  readonly #held: Held;
  #effects: (() => void)[] | undefined;
  /** Those that are to be stopped when the chart is at rest; nobody else knows of them any more. */
  #dismissed: AnyActorRef[] | undefined;

  constructor(
    { machine, context, children, held }: ChartSnapshot,
    event: AnyEventObject,
    scope: AnyActorScope,
  ) {
    this.context = context;
    this.event = event;
    this.self = scope.self;
    this.#chart = machine;
    this.#scope = scope;
    this.#children = children;
    this.#held = held;
  }

  /** For `enqueueActions`. */
  get enqueue(): this {
    return this;
  }

  /** A context in which nothing changes stays the same object. */
  assign(assignment: Expression<object>): void {
    const isWhole = assignment instanceof Function;
    const given = (isWhole ? assignment(this) : assignment) as Record<string, unknown> | undefined;
    const before = this.context as Record<string, unknown>;
    let context = before;
    for (const key of Object.keys(given ?? {})) {
      const value = isWhole ? given?.[key] : resolve(given?.[key], this);
      if (before[key] === value && Object.hasOwn(before, key)) continue;
      if (context === before) context = copyOf(before, this.#chart) as Record<string, unknown>;
      context[key] = value;
    }
    this.context = context;
  }

  emit(event: Expression<AnyEventObject>): void {
    const emitted = resolve(event, this);
    this.#later(() => this.#scope.emit(emitted));
  }

  sendTo(to: Target, event: Expression<AnyEventObject>): void {
    const name = resolve(to, this);
    const target = typeof name === 'string' ? this.#children[name] : name;
    if (!target) throw new Error(`The chart ${this.#chart.id} has no actor ${name} to send to.`);
    const sent = resolve(event, this);
    this.#later(() => relay(this.self, target, sent));
  }

  raise(
    expression: Expression<AnyEventObject>,
    { id, delay }: { id?: string; delay?: Expression<number> | string } = {},
  ): void {
    const event = resolve(expression, this);
    const given = typeof delay === 'string' ? this.#chart.implementations.delays[delay] : delay;
    const ms = resolve(given as Expression<number | undefined>, this);
    if (ms === undefined) {
      if (this.raised) this.raised.push(event);
      else this.raised = [event];
      return;
    }
    const { self } = this;
    const fire = () => relay(self, self, event);
    this.#later(() => this.#held.startTimer(id ?? event.type, ms, fire));
  }

  cancel(id: Expression<string>): void {
    const name = resolve(id, this);
    this.#later(() => this.#held.end(name));
  }

  spawnChild(src: string, { id, input }: { id?: Expression<string>; input?: unknown } = {}): void {
    const { self } = this;
    const logic = this.#chart.implementations.actors[src] as AnyActorLogic;
    const options = { id: resolve(id, this), src, parent: self, input: resolve(input, this) };
    const begin = taskOf(logic);
    if (begin) {
      this.#begin(options.id ?? src, (say) => begin(options.input, say));
      return;
    }
    const child = childOf(logic, options) ?? createActor(logic, options as never);
    const children = this.#children;
    children[child.id] = child;
    // Unless it was stopped within the same step.
    this.#later(() => children[child.id] === child && child.start());
  }

  stopChild(stopped: Target): void {
    const name = resolve(stopped, this);
    const child = typeof name === 'string' ? this.#children[name] : name;
    if (!child) {
      this.cancel(name as string);
      return;
    }
    delete this.#children[child.id];
    if (this.#dismissed) this.#dismissed.push(child);
    else this.#dismissed = [child];
    this.#stop(child);
  }

  /** Nothing that the chart has begun goes on. The children can still be seen. */
  protected endAll(): void {
    this.#later(() => this.#held.endAll());
    for (const child of Object.values(this.#children)) this.#stop(child);
  }

  /** Ends all of it now, where something threw: what is done after the step is not done any more. */
  abandon(): void {
    this.#held.endAll();
    const children = [...Object.values(this.#children), ...(this.#dismissed ?? [])];
    for (const child of children) this.#scope.stopChild(child);
  }

  #begin(name: string, begin: (say: (event: AnyEventObject) => void) => () => void): void {
    const { self } = this;
    const say = (event: AnyEventObject) => relay(self, self, event);
    this.#later(() => this.#held.add(name, begin(say)));
  }

  #stop(child: AnyActorRef): void {
    // After what it was sent.
    this.#later(() => this.#scope.stopChild(child));
  }

  /** When the chart has come to rest. */
  #later(effect: () => void): void {
    if (this.#effects) {
      this.#effects.push(effect);
    } else {
      this.#effects = [effect];
      this.#scope.defer(() => this.#doAll());
    }
  }

  /** A failure here, as of a clock or an inspector, breaks the chart, too. */
  #doAll(): void {
    try {
      for (const effect of this.#effects ?? []) effect();
    } catch (error) {
      this.abandon();
      throw error;
    }
  }
}

interface System {
  _relay?(from: AnyActorRef, to: AnyActorRef, event: AnyEventObject): void;
}

/** XState's own way from actor to actor, by which inspectors see where an event came from. */
function relay(from: AnyActorRef, to: AnyActorRef, event: AnyEventObject): void {
  const { system } = from as unknown as { system: System };
  if (system._relay) system._relay(from, to, event);
  else to.send(event);
}
