import type { ChartState } from '../../chart/readChart.js';
import { type ChartEdge, chartEdges } from './chartEdges.js';

/** The rectangle of a state. */
export interface Box {
  /** Dotted; `''` is the machine itself. */
  path: string;
  title: string;
  type: ChartState['type'];
  isInitial: boolean;
  hasChildren: boolean;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ChartLayout {
  width: number;
  height: number;
  /** Parents first. */
  boxes: Box[];
  edges: ChartEdge[];
}

const letterWidth = 7.4;
const boxHeight = 32;
const titleHeight = 26;
const padding = 16;
const gap = { rank: 44, sibling: 28, region: 14 };

/** A state with everything inside it, positioned relative to its own top left corner. */
interface Group {
  width: number;
  height: number;
  boxes: Box[];
}

/** Places the states of a chart: nested boxes, in ranks that follow the order of the chart. */
export function layoutChart(chart: ChartState, name: string): ChartLayout {
  const edges = chartEdges(chart);
  const { width, height, boxes } = layoutState(chart, name, edges);
  return { width, height, boxes, edges };
}

function layoutState(
  state: ChartState,
  name: string,
  edges: readonly ChartEdge[],
  isInitial = false,
): Group {
  const path = state.path.join('.');
  const title = state.path.at(-1) ?? name;
  const box = { path, title, type: state.type, isInitial };
  if (state.states.length === 0) {
    const width = Math.max(76, title.length * letterWidth + 30);
    const own: Box = { ...box, hasChildren: false, x: 0, y: 0, width, height: boxHeight };
    return { width, height: boxHeight, boxes: [own] };
  }
  const initial = state.initial?.join('.');
  const children = state.states.map((child) => {
    return layoutState(child, name, edges, child.path.join('.') === initial);
  });
  const inside =
    state.type === 'parallel' ? stackRegions(children) : placeInRanks(state, children, edges);
  const width = Math.max(inside.width + 2 * padding, title.length * letterWidth + 40);
  const height = inside.height + titleHeight + padding + 6;
  const own: Box = { ...box, hasChildren: true, x: 0, y: 0, width, height };
  return { width, height, boxes: [own, ...moveBoxes(inside.boxes, padding, titleHeight + 6)] };
}

/** Parallel regions: one above the other, all equally wide. */
function stackRegions(regions: readonly Group[]): Group {
  const width = Math.max(...regions.map((region) => region.width));
  let y = 0;
  const boxes = regions.flatMap((region) => {
    const [own, ...inside] = moveBoxes(region.boxes, 0, y);
    y += region.height + gap.region;
    return [{ ...(own as Box), width }, ...inside];
  });
  return { width, height: y - gap.region, boxes };
}

/** Ranks run from top to bottom in the machine itself, and from left to right inside a state. */
function placeInRanks(
  state: ChartState,
  children: readonly Group[],
  edges: readonly ChartEdge[],
): Group {
  const isVertical = state.path.length === 0;
  const ranks = rankChildren(state, edges);
  const lengthOf = (group: Group) => (isVertical ? group.height : group.width);
  const breadthOf = (group: Group) => (isVertical ? group.width : group.height);
  const rows = Array.from({ length: Math.max(...ranks) + 1 }, (_, rank) =>
    children.filter((_group, index) => ranks[index] === rank),
  ).filter((row) => row.length > 0);
  const rowBreadth = (row: readonly Group[]) =>
    row.reduce((sum, group) => sum + breadthOf(group), (row.length - 1) * gap.sibling);
  const breadth = Math.max(...rows.map(rowBreadth));
  let along = 0;
  const boxes = rows.flatMap((row) => {
    let across = (breadth - rowBreadth(row)) / 2;
    const rowLength = Math.max(...row.map(lengthOf));
    const placed = row.flatMap((group) => {
      const centered = along + (rowLength - lengthOf(group)) / 2;
      const [x, y] = isVertical ? [across, centered] : [centered, across];
      across += breadthOf(group) + gap.sibling;
      return moveBoxes(group.boxes, x, y);
    });
    along += rowLength + gap.rank;
    return placed;
  });
  const length = along - gap.rank;
  return isVertical
    ? { width: breadth, height: length, boxes }
    : { width: length, height: breadth, boxes };
}

/** The rank of each child: the longest path to it along edges that lead forward in the chart. */
function rankChildren(state: ChartState, edges: readonly ChartEdge[]): number[] {
  const depth = state.path.length;
  const names = state.states.map((child) => child.path.join('.'));
  const childIndex = (path: string) => {
    const head = path.split('.').slice(0, depth + 1);
    return path === '' ? -1 : names.indexOf(head.join('.'));
  };
  const ranks = names.map(() => 0);
  const reached = new Set<number>([0]);
  for (const index of names.keys()) {
    // A state that no sibling leads to is placed beside the one before it.
    if (!reached.has(index)) ranks[index] = ranks[index - 1] ?? 0;
    for (const { from, to } of edges) {
      const target = childIndex(to);
      if (childIndex(from) !== index || target <= index) continue;
      reached.add(target);
      ranks[target] = Math.max(ranks[target] ?? 0, (ranks[index] ?? 0) + 1);
    }
  }
  // Final states go last, however they are reached.
  const last = Math.max(...ranks);
  return ranks.map((rank, index) => (state.states[index]?.type === 'final' ? last : rank));
}

function moveBoxes(boxes: readonly Box[], x: number, y: number): Box[] {
  return boxes.map((box) => ({ ...box, x: box.x + x, y: box.y + y }));
}
