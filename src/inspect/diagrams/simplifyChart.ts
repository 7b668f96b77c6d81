import type { ChartState, ChartTransition } from '../chart/readChart.js';

/** The keys of a state from the top down. */
export type Path = readonly string[];

/** Whether a state is `outer` or in it. */
export function isWithin(path: Path, outer: Path): boolean {
  return outer.every((key, index) => path[index] === key);
}

export function samePath(one: Path, other: Path): boolean {
  return one.length === other.length && isWithin(one, other);
}

/** The chart without the inside of some states, given by dotted path; arrows end at their edge. */
export function collapse(chart: ChartState, closed: readonly string[]): ChartState {
  if (closed.length === 0) return chart;
  const hull = (path: Path): Path => {
    const length = path.findIndex((_, index) =>
      closed.includes(path.slice(0, index + 1).join('.')),
    );
    return length < 0 ? path : path.slice(0, length + 1);
  };
  const moved = (one: ChartTransition): ChartTransition => ({
    ...one,
    targets: one.targets.map(hull),
  });
  const visit = (state: ChartState): ChartState => {
    if (!closed.includes(state.path.join('.'))) {
      return {
        ...state,
        states: state.states.map(visit),
        transitions: state.transitions.map(moved),
      };
    }
    const { initial: _, ...rest } = state;
    const leaving = withDescendants(state)
      .flatMap(({ transitions }) => transitions.map(moved))
      .filter(({ targets }) => targets.some((target) => !samePath(target, state.path)));
    return { ...rest, type: 'atomic', states: [], transitions: leaving };
  };
  return visit(chart);
}

/** The chart with nothing but its changes of state. */
export function overviewOf(chart: ChartState): ChartState {
  return {
    ...chart,
    entry: [],
    exit: [],
    invokes: [],
    states: chart.states.map(overviewOf),
    transitions: chart.transitions.filter(({ targets }) => targets.length > 0),
  };
}

/** A state and all that is in it, outer ones first. */
export function withDescendants(state: ChartState): ChartState[] {
  return [state, ...state.states.flatMap(withDescendants)];
}
