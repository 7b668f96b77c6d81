import type { EventObject } from 'xstate';

/** The events by which XState says that a delay of the active states has passed. */
export function delayEvents(snapshot: unknown, delay: string): EventObject[] {
  const { _nodes: nodes } = snapshot as { _nodes: { after: { eventType: string }[] }[] };
  const types = nodes.flatMap((node) => node.after.map(({ eventType }) => eventType));
  return [...new Set(types)]
    .filter((type) => type.startsWith(`xstate.after.${delay}.`))
    .map((type) => ({ type }));
}
