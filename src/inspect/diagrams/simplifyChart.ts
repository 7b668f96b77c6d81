import type { ChartState, ChartTransition } from '../chart/readChart.js';
import { isSamePath, type StatePath, withDescendants } from '../chart/statePath.js';

/**
 * A chart without the insides of some states, which are given by dotted path. Arrows from or to a
 * state inside start or end at the border of the collapsed one.
 */
export function collapseStates(chart: ChartState, collapsed: readonly string[]): ChartState {
  if (collapsed.length === 0) return chart;
  const visiblePath = (path: StatePath): StatePath => {
    const length = path.findIndex((_, index) =>
      collapsed.includes(path.slice(0, index + 1).join('.')),
    );
    return length < 0 ? path : path.slice(0, length + 1);
  };
  const retarget = (transition: ChartTransition): ChartTransition => ({
    ...transition,
    targets: transition.targets.map(visiblePath),
  });
  const visit = (state: ChartState): ChartState => {
    if (!collapsed.includes(state.path.join('.'))) {
      return {
        ...state,
        states: state.states.map(visit),
        transitions: state.transitions.map(retarget),
      };
    }
    const { initial: _, ...rest } = state;
    const leaving = withDescendants(state)
      .flatMap(({ transitions }) => transitions.map(retarget))
      .filter(({ targets }) => targets.some((target) => !isSamePath(target, state.path)));
    return { ...rest, type: 'atomic', states: [], transitions: leaving };
  };
  return visit(chart);
}

/** A chart with its state changes only: no actions, no actors, nothing that stays in its state. */
export function onlyStateChanges(chart: ChartState): ChartState {
  return {
    ...chart,
    entry: [],
    exit: [],
    invokes: [],
    states: chart.states.map(onlyStateChanges),
    transitions: chart.transitions.filter(({ targets }) => targets.length > 0),
  };
}
