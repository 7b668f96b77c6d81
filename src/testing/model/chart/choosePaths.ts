import type { ChartCoverage, Cover, Microsteps } from './ChartCoverage.js';
import type { ChartGraph, GraphEdge, GraphNode } from './exploreChart.js';

function shortestPathTo(target: GraphNode): GraphEdge[] {
  const edges: GraphEdge[] = [];
  let node: GraphNode = target;
  while (node.reachedBy) {
    edges.unshift(node.reachedBy);
    node = node.reachedBy.from;
  }
  return edges;
}

/** The shortest paths that end with each thing that can be covered. */
function* candidates({ edges }: ChartGraph, cover: Cover): Generator<readonly GraphEdge[]> {
  for (const edge of edges) {
    const path = [...shortestPathTo(edge.from), edge];
    yield path;
    if (cover === 'pairs') for (const next of edge.to.edges) yield [...path, next];
  }
}

/**
 * Chooses few paths that together cover all that any path covers, as a list for each graph. Covers
 * what is far away first, because the way there covers much of what is near.
 */
export function choosePaths(
  graphs: readonly ChartGraph[],
  coverage: ChartCoverage,
  cover: Cover,
  start: Microsteps,
): (readonly GraphEdge[])[][] {
  const shortest = new Map<string, { graph: number; edges: readonly GraphEdge[] }>();
  graphs.forEach((graph, index) => {
    const found = new Map<string, readonly GraphEdge[]>();
    for (const edges of candidates(graph, cover)) {
      for (const item of coveredLast(edges, coverage, cover)) {
        const before = found.get(item);
        if (!before || edges.length < before.length) found.set(item, edges);
      }
    }
    for (const [item, edges] of found) {
      const before = shortest.get(item);
      if (!before || edges.length < before.edges.length) {
        shortest.set(item, { graph: index, edges });
      }
    }
  });
  const furthestFirst = [...shortest].sort(([, a], [, b]) => b.edges.length - a.edges.length);
  const covered = new Set<string>();
  const chosen: (readonly GraphEdge[])[][] = graphs.map(() => []);
  for (const [item, { graph, edges }] of furthestFirst) {
    if (covered.has(item)) continue;
    for (const one of coverage.coveredBy([start, ...edges], cover)) covered.add(one);
    chosen[graph]?.push(edges);
  }
  return chosen;
}

/** What the last edge of a path covers, or for pairs the last two. */
function coveredLast(
  edges: readonly GraphEdge[],
  coverage: ChartCoverage,
  cover: Cover,
): Set<string> {
  return coverage.coveredBy(edges.slice(cover === 'pairs' ? -2 : -1), cover);
}
