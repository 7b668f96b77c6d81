import type { ProcessOutput } from './processTypes.js';

/**
 * The output of the final state, for the `output` of a chart's root. XState calls the root's
 * `output` with the done event of its final state, but types it as an event of the chart.
 */
export function finalOutput<Output>(event: object): Output {
  return (event as { output: Output }).output;
}

/** The output of the `process` child, if this event says that it is done. */
export function doneProcessOutput(event: { type: string }): ProcessOutput | undefined {
  return event.type === 'xstate.done.actor.process' ? finalOutput(event) : undefined;
}

type ChildKind = 'request' | 'callback' | 'turn' | 'task';

const doneTypes: Record<ChildKind, string> = {
  request: 'xstate.done.actor.request#',
  callback: 'xstate.done.actor.callback#',
  turn: 'xstate.done.actor.turn#',
  task: 'xstate.done.actor.task#',
};

/**
 * The output of a child whose id is `<kind>#<id>`, if this event says that such a child is done.
 * These ids are made at run time, so the event's type alone does not tell the compiler the output.
 */
export function doneChildOutput<Output>(
  event: { type: string },
  kind: ChildKind,
): Output | undefined {
  return event.type.startsWith(doneTypes[kind]) ? finalOutput(event) : undefined;
}
