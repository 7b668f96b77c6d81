import type { ChartState, ChartTransition } from '../chart/readChart.js';
import { isSamePath, isWithin, type StatePath, withDescendants } from '../chart/statePath.js';

/** All transitions between a pair of states. They share one arrow. */
export interface DiagramEdge {
  from: StatePath;
  to: StatePath;
  /** The target lies inside the source. Mermaid cannot draw an arrow from a state to its inside. */
  isInward: boolean;
  transitions: ChartTransition[];
}

export function diagramEdges(chart: ChartState): DiagramEdge[] {
  const edges = new Map<string, DiagramEdge>();
  for (const state of withDescendants(chart)) {
    for (const transition of state.transitions) {
      for (const to of transition.targets.filter((target) => !leadsBack(state.path, target))) {
        const isInward = isWithin(to, state.path);
        const key = JSON.stringify([state.path, to]);
        const edge = edges.get(key) ?? { from: state.path, to, isInward, transitions: [] };
        // A transition to the outside always enters its target, so the mark would say nothing.
        edge.transitions.push({ ...transition, reenter: transition.reenter && isInward });
        edges.set(key, edge);
      }
    }
  }
  return [...edges.values()];
}

/** Whether a transition leads to its own state or an ancestor. The box says so; no arrow does. */
export function leadsBack(from: StatePath, to: StatePath): boolean {
  return isWithin(from, to);
}

/** Whether an arrow crosses the border of a state from its inside, or into it. */
export function crossesBorder({ from, to }: DiagramEdge, state: StatePath): boolean {
  const isInside = (path: StatePath) => isWithin(path, state) && !isSamePath(path, state);
  return isInside(from) ? !isWithin(to, state) : isInside(to) && !isWithin(from, state);
}

/** The state whose frame declares an arrow: the parent of two siblings, otherwise the root. */
export function frameOf({ from, isInward, to }: DiagramEdge): StatePath {
  const parent = isInward ? from : from.slice(0, -1);
  return isSamePath(parent, to.slice(0, -1)) ? parent : [];
}
