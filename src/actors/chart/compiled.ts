import type { AnyActorLogic, AnyActorRef } from 'xstate';
import { ChildActor, type ChildOptions, type CompiledLogic } from './ChildActor.js';

const compilers = new WeakMap<AnyActorLogic, () => CompiledLogic | undefined>();

/** Of a chart's logic, how it is compiled; nothing comes of that where it runs on XState. */
export function noteCompiler(logic: AnyActorLogic, compile: () => CompiledLogic | undefined): void {
  compilers.set(logic, compile);
}

/** The child that runs a chart, unless it has to be an actor of XState. */
export function childOf(logic: AnyActorLogic, options: ChildOptions): AnyActorRef | undefined {
  const chart = compilers.get(logic)?.();
  return chart && ChildActor.make(logic, chart, options);
}
