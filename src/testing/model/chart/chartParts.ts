import type { AnyStateMachine, AnyStateNode, StateValue } from 'xstate';

/** A transition as a chart defines it. Each guarded candidate is a transition of its own. */
export type DefinedTransition = AnyStateNode['always'] extends (infer T)[] | undefined ? T : never;

function nodesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(nodesOf)];
}

/** Every transition of a chart, with a readable name. */
export function namedTransitions(machine: AnyStateMachine): Map<DefinedTransition, string> {
  const names = new Map<DefinedTransition, string>();
  for (const node of nodesOf(machine.root)) {
    const groups: [string, readonly DefinedTransition[]][] = [...node.transitions];
    if (node.always) groups.push(['always', node.always]);
    for (const [event, candidates] of groups) {
      candidates.forEach((transition, index) => {
        const number = candidates.length > 1 ? ` #${index + 1}` : '';
        names.set(transition, `${node.id}: ${event}${number}`);
      });
    }
  }
  return names;
}

/** The dotted names of all states, such as `running.turn.idle`, parents first. */
export function stateNames(machine: AnyStateMachine): string[] {
  return nodesOf(machine.root)
    .slice(1)
    .map((node) => node.path.join('.'));
}

/** The dotted names of the active states, parents first. */
export function activeStateNames({ value }: { value: StateValue }): string[] {
  if (typeof value === 'string') return [value];
  return Object.entries(value).flatMap(([name, inner = {}]) => [
    name,
    ...activeStateNames({ value: inner }).map((below) => `${name}.${below}`),
  ]);
}
