import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { compileAction, compileGuard, Uncompilable } from './compileNames.js';
import { domainOf, entrySet, type Move, type Place } from './Place.js';
import type { Step } from './Step.js';

/** The places of a chart; refuses one that has what `chartLogic` does not know. */
export function compileChart(chart: AnyStateMachine): Place {
  const places = new Map<AnyStateNode, Place>();
  let moveCount = 0;
  const root = placeOf(chart.root, undefined);
  for (const place of places.values()) addMoves(place);
  return root;

  function placeOf(node: AnyStateNode, parent: Place | undefined): Place {
    const problem = problemOf(node, chart.root);
    if (problem) throw new Uncompilable(chart, `${problem} (${node.id})`);
    const invoked = node.invoke.map(({ id, src, input }) => ({ id, src: src as string, input }));
    const place: Place = {
      node,
      parent,
      children: [],
      entry: [
        ...node.entry.map((action) => compileAction(chart, action)),
        ...invoked.map((one) => (step: Step) => step.spawnChild(one.src, one)),
      ],
      exit: node.exit.map((action) => compileAction(chart, action)),
      invoked: invoked.map(({ id }) => id),
      moves: new Map(),
      families: [],
      always: [],
    };
    places.set(node, place);
    const nodes = Object.values(node.states as Record<string, AnyStateNode>);
    place.children.push(...nodes.map((child) => placeOf(child, place)));
    return place;
  }

  function addMoves(place: Place): void {
    const { node, moves, families, always } = place;
    for (const [type, transitions] of node.transitions) {
      const made = transitions.map((transition) => moveOf(place, transition));
      if (!type.endsWith('*')) {
        moves.set(type, made);
        continue;
      }
      const name = type.replace(/\.?\*$/, '');
      families.push({ name, start: name && `${name}.`, moves: made });
    }
    families.sort((a, b) => b.name.length - a.name.length);
    always.push(...(node.always ?? []).map((transition) => moveOf(place, transition)));
  }

  function moveOf(source: Place, definition: AnyTransitionDefinition): Move {
    const { target: [node, ...more] = [], reenter, guard, actions } = definition;
    const target = node && places.get(node);
    const domain = target && domainOf(source, target, reenter);
    if (more.length > 0 || (target && !domain)) {
      throw new Uncompilable(chart, `such a target (${source.node.id})`);
    }
    const alone: Move[] = [];
    const move: Move = {
      number: moveCount++,
      alone,
      definition,
      source,
      domain,
      entered: target && domain ? entrySet(source, target, domain) : [],
      guard: guard === undefined ? undefined : compileGuard(chart, guard, root),
      actions: actions.map((action) => compileAction(chart, action)),
    };
    alone.push(move);
    return move;
  }
}

function problemOf(node: AnyStateNode, root: AnyStateNode): string | undefined {
  if (node.type === 'history') return 'history';
  const isEnd = node.parent === root && root.type === 'compound';
  if (node.type === 'final' && !isEnd) return 'a final state that is not the end';
  if (node.tags.length > 0) return 'tags';
  if (node.meta !== undefined) return 'meta data';
  if (node.type === 'compound' && node.initial.actions.length > 0)
    return 'actions at its beginning';
  if (node.invoke.some(({ onSnapshot }) => onSnapshot)) return 'an actor whose snapshots it hears';
  return undefined;
}
