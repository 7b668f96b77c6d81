import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyActorScope,
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
} from 'xstate';
import type { CompiledSnapshot } from './CompiledSnapshot.js';
import { taskOf } from './fromTask.js';
import type { TimersAndTasks } from './TimersAndTasks.js';
import { sendFrom } from './xstateInternals.js';

/** What guards, actions and expressions are called with. */
export interface ActionArgs {
  context: object;
  event: AnyEventObject;
  self: AnyActorRef;
}

type Expression<Value> = Value | ((args: ActionArgs) => Value);
type Target = Expression<string | AnyActorRef>;

export function resolve<Value>(expression: Expression<Value>, args: ActionArgs): Value {
  return expression instanceof Function ? expression(args) : expression;
}

/**
 * Runs the actions of one macrostep. Methods and arguments are those of XState's `enqueue`, and so
 * is the order: effects on other actors happen once the machine has settled.
 */
export class ActionRunner implements ActionArgs {
  context: object;
  event: AnyEventObject;
  readonly self: AnyActorRef;
  /** Events the machine raised for itself. */
  protected raised: AnyEventObject[] | undefined;
  readonly #machine: AnyStateMachine;
  readonly #scope: AnyActorScope;
  readonly #children: Record<string, AnyActorRef>;
  readonly #timersAndTasks: TimersAndTasks;
  #effects: (() => void)[] | undefined;
  /** Children removed in this step, to be stopped once the machine has settled. */
  #removed: AnyActorRef[] | undefined;

  constructor(
    { machine, context, children, timersAndTasks }: CompiledSnapshot,
    event: AnyEventObject,
    scope: AnyActorScope,
  ) {
    this.context = context;
    this.event = event;
    this.self = scope.self;
    this.#machine = machine;
    this.#scope = scope;
    this.#children = children;
    this.#timersAndTasks = timersAndTasks;
  }

  /** For `enqueueActions`. */
  get enqueue(): this {
    return this;
  }

  /** If nothing changes, the context stays the same object. */
  assign(assignment: Expression<object>): void {
    const isFunction = assignment instanceof Function;
    const assigned = (isFunction ? assignment(this) : assignment) as Record<string, unknown>;
    const before = this.context as Record<string, unknown>;
    let context = before;
    for (const key of Object.keys(assigned ?? {})) {
      const value = isFunction ? assigned[key] : resolve(assigned[key], this);
      if (before[key] === value && Object.hasOwn(before, key)) continue;
      if (context === before) context = { ...before };
      context[key] = value;
    }
    this.context = context;
  }

  emit(expression: Expression<AnyEventObject>): void {
    const event = resolve(expression, this);
    this.#inspect('xstate.emit', { event });
    this.#defer(() => this.#scope.emit(event));
  }

  sendTo(to: Target, expression: Expression<AnyEventObject>): void {
    const given = resolve(to, this);
    const target = typeof given === 'string' ? this.#children[given] : given;
    if (!target)
      throw new Error(`Machine '${this.#machine.id}' has no actor '${given}' to send to.`);
    const event = resolve(expression, this);
    this.#inspect('xstate.sendTo', { to: target, targetId: target.id, event });
    this.#defer(() => sendFrom(this.self, target, event));
  }

  raise(
    expression: Expression<AnyEventObject>,
    { id, delay }: { id?: string; delay?: Expression<number> | string } = {},
  ): void {
    const event = resolve(expression, this);
    const named = typeof delay === 'string' ? this.#machine.implementations.delays[delay] : delay;
    const ms = resolve(named as Expression<number | undefined>, this);
    this.#inspect('xstate.raise', { event, id, delay: ms });
    if (ms === undefined) {
      if (this.raised) this.raised.push(event);
      else this.raised = [event];
      return;
    }
    const { self } = this;
    const fire = () => sendFrom(self, self, event);
    this.#defer(() => this.#timersAndTasks.startTimer(id ?? event.type, ms, fire));
  }

  cancel(id: Expression<string>): void {
    const name = resolve(id, this);
    this.#inspect('xstate.cancel', name);
    this.#defer(() => this.#timersAndTasks.cancel(name));
  }

  spawnChild(src: string, { id, input }: { id?: Expression<string>; input?: unknown } = {}): void {
    const logic = this.#machine.implementations.actors[src] as AnyActorLogic;
    const options = {
      id: resolve(id, this),
      src,
      parent: this.self,
      input: resolve(input, this),
    };
    const start = taskOf(logic);
    if (start) {
      this.#startTask(options.id ?? src, (sendBack) => start(options.input, sendBack));
      return;
    }
    const child = createActor(logic, options as never);
    const children = this.#children;
    children[child.id] = child;
    this.#inspect('xstate.spawnChild', {
      id: child.id,
      actorRef: child,
      src,
      input: options.input,
    });
    // Unless the same step stopped it.
    this.#defer(() => children[child.id] === child && child.start());
  }

  stopChild(stopped: Target): void {
    const given = resolve(stopped, this);
    const child = typeof given === 'string' ? this.#children[given] : given;
    if (!child) {
      this.cancel(given as string);
      return;
    }
    delete this.#children[child.id];
    if (this.#removed) this.#removed.push(child);
    else this.#removed = [child];
    this.#inspect('xstate.stopChild', child);
    this.#stop(child);
  }

  /** Ends everything the machine has started. The children stay in the snapshot. */
  protected stopAll(): void {
    this.#defer(() => this.#timersAndTasks.cancelAll());
    for (const child of Object.values(this.#children)) this.#stop(child);
  }

  /** Ends everything now, because something threw and deferred effects will not run. */
  stopAllNow(): void {
    this.#timersAndTasks.cancelAll();
    const children = [...Object.values(this.#children), ...(this.#removed ?? [])];
    for (const child of children) this.#scope.stopChild(child);
  }

  #startTask(name: string, start: (sendBack: (event: AnyEventObject) => void) => () => void): void {
    const { self } = this;
    const sendBack = (event: AnyEventObject) => sendFrom(self, self, event);
    this.#defer(() => this.#timersAndTasks.addTask(name, start(sendBack)));
  }

  #stop(child: AnyActorRef): void {
    // After whatever was sent to it.
    this.#defer(() => this.#scope.stopChild(child));
  }

  /** Reports an action to inspectors, as XState's interpreter does. */
  #inspect(type: string, params: unknown): void {
    this.#scope.actionExecutor?.({
      type,
      params: params as never,
      info: this as never,
      exec: undefined,
    });
  }

  /** Runs an effect once the machine has settled. */
  #defer(effect: () => void): void {
    if (this.#effects) {
      this.#effects.push(effect);
    } else {
      this.#effects = [effect];
      this.#scope.defer(() => this.#runEffects());
    }
  }

  /** An effect that throws, for instance in a clock or an inspector, fails the machine too. */
  #runEffects(): void {
    try {
      for (const effect of this.#effects ?? []) effect();
    } catch (error) {
      this.stopAllNow();
      throw error;
    }
  }
}
