import type { ChartState } from '../../chart/readChart.js';
import { type Edge, edgesIn } from './chartEdges.js';

export interface Box {
  /** Dotted; `''` is the machine itself. */
  path: string;
  title: string;
  type: ChartState['type'];
  /** Its parent enters it first. */
  isInitial: boolean;
  hasInside: boolean;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ChartLayout {
  width: number;
  height: number;
  /** Outer ones first. */
  boxes: Box[];
  edges: Edge[];
}

const letterWidth = 7.4;
const boxHeight = 32;
const titleHeight = 26;
const padding = 16;
const gap = { rank: 44, sibling: 28, region: 14 };

/** A box with all that is in it, placed from its own corner. */
interface Block {
  width: number;
  height: number;
  boxes: Box[];
}

/** Where each state of a chart is drawn: nested boxes, in ranks along the chart's own order. */
export function layoutChart(chart: ChartState, name: string): ChartLayout {
  const edges = edgesIn(chart);
  const { width, height, boxes } = blockOf(chart, name, edges);
  return { width, height, boxes, edges };
}

function blockOf(state: ChartState, name: string, edges: readonly Edge[], initial = false): Block {
  const path = state.path.join('.');
  const title = state.path.at(-1) ?? name;
  const box = { path, title, type: state.type, isInitial: initial };
  if (state.states.length === 0) {
    const width = Math.max(76, title.length * letterWidth + 30);
    const own: Box = { ...box, hasInside: false, x: 0, y: 0, width, height: boxHeight };
    return { width, height: boxHeight, boxes: [own] };
  }
  const first = state.initial?.join('.');
  const inner = state.states.map((child) => {
    return blockOf(child, name, edges, child.path.join('.') === first);
  });
  const placed = state.type === 'parallel' ? stack(inner) : inRanks(state, inner, edges);
  const width = Math.max(placed.width + 2 * padding, title.length * letterWidth + 40);
  const height = placed.height + titleHeight + padding + 6;
  const own: Box = { ...box, hasInside: true, x: 0, y: 0, width, height };
  return { width, height, boxes: [own, ...moved(placed.boxes, padding, titleHeight + 6)] };
}

/** Regions, one above the other. */
function stack(blocks: readonly Block[]): Block {
  const width = Math.max(...blocks.map((block) => block.width));
  let y = 0;
  const boxes = blocks.flatMap((block) => {
    const [own, ...inside] = moved(block.boxes, 0, y);
    y += block.height + gap.region;
    // They share a width, so that they read as parts of one thing.
    return [{ ...(own as Box), width }, ...inside];
  });
  return { width, height: y - gap.region, boxes };
}

/** Downwards for the machine itself, to the right for what is inside of a state. */
function inRanks(state: ChartState, blocks: readonly Block[], edges: readonly Edge[]): Block {
  const isDown = state.path.length === 0;
  const ranks = rankChildren(state, edges);
  const along = (block: Block) => (isDown ? block.height : block.width);
  const across = (block: Block) => (isDown ? block.width : block.height);
  const rows = Array.from({ length: Math.max(...ranks) + 1 }, (_, rank) =>
    blocks.filter((_block, index) => ranks[index] === rank),
  ).filter((row) => row.length > 0);
  const breadth = (row: readonly Block[]) =>
    row.reduce((sum, block) => sum + across(block), (row.length - 1) * gap.sibling);
  const widest = Math.max(...rows.map(breadth));
  let main = 0;
  const boxes = rows.flatMap((row) => {
    let cross = (widest - breadth(row)) / 2;
    const depth = Math.max(...row.map(along));
    const placed = row.flatMap((block) => {
      const off = (depth - along(block)) / 2;
      const [x, y] = isDown ? [cross, main + off] : [main + off, cross];
      cross += across(block) + gap.sibling;
      return moved(block.boxes, x, y);
    });
    main += depth + gap.rank;
    return placed;
  });
  const length = main - gap.rank;
  return isDown
    ? { width: widest, height: length, boxes }
    : { width: length, height: widest, boxes };
}

/** The longest way to each child along edges that lead onwards in the chart's own order. */
function rankChildren(state: ChartState, edges: readonly Edge[]): number[] {
  const depth = state.path.length;
  const names = state.states.map((child) => child.path.join('.'));
  const childOf = (path: string) => {
    const head = path.split('.').slice(0, depth + 1);
    return path === '' ? -1 : names.indexOf(head.join('.'));
  };
  const ranks = names.map(() => 0);
  const reached = new Set<number>([0]);
  for (const index of names.keys()) {
    // One that only the whole machine leads to stands beside the one before it.
    if (!reached.has(index)) ranks[index] = ranks[index - 1] ?? 0;
    for (const { from, to } of edges) {
      const target = childOf(to);
      if (childOf(from) !== index || target <= index) continue;
      reached.add(target);
      ranks[target] = Math.max(ranks[target] ?? 0, (ranks[index] ?? 0) + 1);
    }
  }
  // What is final stands at the end, however it is reached.
  const last = Math.max(...ranks);
  return ranks.map((rank, index) => (state.states[index]?.type === 'final' ? last : rank));
}

function moved(boxes: readonly Box[], x: number, y: number): Box[] {
  return boxes.map((box) => ({ ...box, x: box.x + x, y: box.y + y }));
}
