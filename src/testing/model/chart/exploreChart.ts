import type { AnyMachineSnapshot } from 'xstate';
import type { Microsteps } from './ChartCoverage.js';
import { ChartStepper } from './ChartStepper.js';
import type { Exploration, PathModel } from './pathModel.js';

export interface GraphNode {
  snapshot: AnyMachineSnapshot;
  /** The last edge of the shortest path to this node; undefined for the start. */
  reachedBy?: GraphEdge;
  depth: number;
  /** The steps that the chart reacts to here. */
  edges: GraphEdge[];
}

/** A step, with what the chart does when it happens. */
export interface GraphEdge extends Microsteps {
  from: GraphNode;
  to: GraphNode;
  step: string;
}

/** The part of a chart that an exploration reached. */
export interface ChartGraph {
  edges: readonly GraphEdge[];
}

/** Finds everything that can happen in an exploration, breadth first. */
export function exploreChart<Step extends string, ModelEvent>(
  model: PathModel<Step, ModelEvent>,
  { name, prefix, steps, depth, options }: Exploration<Step>,
): ChartGraph {
  const stepper = new ChartStepper(model, options);
  const edges: GraphEdge[] = [];
  const nodes = new Map<string, GraphNode>();
  const follow = (from: GraphNode, step: Step): GraphEdge | undefined => {
    const next = stepper.next(from.snapshot, step);
    // A step that the chart ignores leads nowhere.
    if (!next || next.transitions.length === 0) return undefined;
    const { snapshot, transitions, states } = next;
    const key = JSON.stringify([snapshot.value, model.distinguish(snapshot)]);
    const known = nodes.get(key);
    const to = known ?? createNode(snapshot, from.depth + 1);
    const edge: GraphEdge = { from, to, step, transitions, states };
    if (!known) {
      to.reachedBy = edge;
      nodes.set(key, to);
    }
    from.edges.push(edge);
    edges.push(edge);
    return edge;
  };
  let start = createNode(stepper.start.snapshot, 0);
  for (const step of prefix) {
    const edge = follow(start, step);
    if (!edge) throw new Error(`The exploration "${name}" cannot start with "${step}".`);
    start = edge.to;
  }
  const maxDepth = start.depth + depth;
  const queue: GraphNode[] = [start];
  for (let node = queue.shift(); node; node = queue.shift()) {
    if (node.snapshot.status !== 'active' || node.depth >= maxDepth) continue;
    for (const step of steps) {
      const edge = follow(node, step);
      if (edge && edge.to.reachedBy === edge) queue.push(edge.to);
    }
  }
  return { edges };
}

function createNode(snapshot: AnyMachineSnapshot, depth: number): GraphNode {
  return { snapshot, depth, edges: [] };
}
