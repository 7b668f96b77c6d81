import type { AnyStateMachine, AnyStateNode, StateValue } from 'xstate';

/** A transition of a chart's definition; each guarded candidate is one of its own. */
export type Definition = AnyStateNode['always'] extends (infer T)[] | undefined ? T : never;

function nodesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(nodesOf)];
}

/** Every transition of a chart, with a name to tell it by. */
export function definitionsOf(machine: AnyStateMachine): Map<Definition, string> {
  const found = new Map<Definition, string>();
  for (const node of nodesOf(machine.root)) {
    const groups: [string, readonly Definition[]][] = [...node.transitions];
    if (node.always) groups.push(['always', node.always]);
    for (const [event, candidates] of groups) {
      candidates.forEach((definition, index) => {
        found.set(
          definition,
          `${node.id}: ${event}${candidates.length > 1 ? ` #${index + 1}` : ''}`,
        );
      });
    }
  }
  return found;
}

/** Every state of a chart by its dotted name, such as `running.turn.idle`; parents first. */
export function statesOf(machine: AnyStateMachine): string[] {
  return nodesOf(machine.root)
    .slice(1)
    .map((node) => node.path.join('.'));
}

/** The states that are active in a value, by the same names. */
export function activeStates({ value }: { value: StateValue }): string[] {
  if (typeof value === 'string') return [value];
  return Object.entries(value).flatMap(([name, inner = {}]) => [
    name,
    ...activeStates({ value: inner }).map((below) => `${name}.${below}`),
  ]);
}
