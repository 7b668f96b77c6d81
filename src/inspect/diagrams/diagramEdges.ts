import type { ChartState, ChartTransition } from '../chart/readChart.js';
import { isWithin, type Path, samePath, withDescendants } from './simplifyChart.js';

/** An arrow, with all the transitions that it stands for. */
export interface Edge {
  from: Path;
  /** It stays inside `from`: Mermaid draws no arrow from a state into its own inside. */
  inward: boolean;
  to: Path;
  transitions: ChartTransition[];
}

/** All arrows of a chart, one for each pair of states. */
export function edgesOf(chart: ChartState): Edge[] {
  const edges = new Map<string, Edge>();
  for (const state of withDescendants(chart)) {
    for (const transition of state.transitions) {
      for (const to of transition.targets.filter((target) => !leadsBack(state.path, target))) {
        const inward = isWithin(to, state.path);
        const key = JSON.stringify([state.path, to]);
        const edge = edges.get(key) ?? { from: state.path, inward, to, transitions: [] };
        // Elsewhere the target is entered anew in any case.
        edge.transitions.push({ ...transition, reenter: transition.reenter && inward });
        edges.set(key, edge);
      }
    }
  }
  return [...edges.values()];
}

/** To the state itself or to one that holds it: told inside the state instead of drawn. */
export function leadsBack(from: Path, to: Path): boolean {
  return isWithin(from, to);
}

/** Whether an arrow joins the inside of a state with the outside. */
export function pierces({ from, to }: Edge, frame: Path): boolean {
  const isInside = (path: Path) => isWithin(path, frame) && !samePath(path, frame);
  return isInside(from) ? !isWithin(to, frame) : isInside(to) && !isWithin(from, frame);
}

/** The state in whose block an arrow stands: the parent of two siblings, else the whole. */
export function scopeOf({ from, inward, to }: Edge): Path {
  const parent = inward ? from : from.slice(0, -1);
  return samePath(parent, to.slice(0, -1)) ? parent : [];
}
