import type { AnyStateMachine, AnyStateNode, InspectionEvent } from 'xstate';

/** A transition of a chart's definition; each guarded candidate is one of its own. */
type Definition = AnyStateNode['always'] extends (infer T)[] | undefined ? T : never;

function nodesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(nodesOf)];
}

function definitionsOf(machine: AnyStateMachine): Map<Definition, string> {
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

/** Which transitions of a chart the real runtime has taken, as its microsteps report them. */
export class Coverage {
  readonly #definitions: Map<Definition, string>;
  readonly #taken = new Set<Definition>();

  constructor(machine: AnyStateMachine) {
    this.#definitions = definitionsOf(machine);
  }

  readonly inspect = (event: InspectionEvent): void => {
    if (event.type !== '@xstate.microstep') return;
    for (const definition of event._transitions) {
      if (this.#definitions.has(definition)) this.#taken.add(definition);
    }
  };

  get total(): number {
    return this.#definitions.size;
  }

  /** The transitions that no path has walked. */
  missed(): string[] {
    return [...this.#definitions]
      .filter(([definition]) => !this.#taken.has(definition))
      .map(([, name]) => name);
  }
}
