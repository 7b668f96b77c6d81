import type { ChartState } from '../../chart/readChart.js';

/** All transitions from one state to another, as one arrow. Paths are dotted. */
export interface Edge {
  from: string;
  to: string;
  /** What leads along it. */
  triggers: string[];
  /** From a state into its own inside, or to itself: drawn only while it is the last one. */
  isInward: boolean;
}

export function edgesIn(chart: ChartState): Edge[] {
  const edges = new Map<string, Edge>();
  const visit = (state: ChartState): void => {
    const from = state.path.join('.');
    for (const { targets, trigger, guard } of state.transitions) {
      for (const target of targets) {
        const to = target.join('.');
        const key = edgeKey(from, to);
        const isInward = from === '' || to === from || isInside(to, from) || isInside(from, to);
        const edge = edges.get(key) ?? { from, to, triggers: [], isInward };
        const text = [trigger, guard && `[${guard}]`].filter(Boolean).join(' ');
        if (!edge.triggers.includes(text)) edge.triggers.push(text);
        edges.set(key, edge);
      }
    }
    state.states.forEach(visit);
  };
  visit(chart);
  return [...edges.values()];
}

export function edgeKey(from: string, to: string): string {
  return `${from}>${to}`;
}

function isInside(path: string, outer: string): boolean {
  return path.startsWith(`${outer}.`);
}
