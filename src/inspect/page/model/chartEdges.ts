import type { ChartState } from '../../chart/readChart.js';

/** All transitions from one state to another. They share one arrow. Paths are dotted. */
export interface ChartEdge {
  from: string;
  to: string;
  /** The events, delays and guards of the transitions. */
  triggers: string[];
  /** Leads to the state itself, an ancestor or a descendant. Drawn only while it was just taken. */
  isInward: boolean;
}

export function chartEdges(chart: ChartState): ChartEdge[] {
  const edges = new Map<string, ChartEdge>();
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
