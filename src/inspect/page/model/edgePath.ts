import type { Box } from './layoutChart.js';

export interface EdgePath {
  /** The `d` attribute of an SVG path. */
  d: string;
  /** The position of the label. */
  x: number;
  y: number;
}

interface Point {
  x: number;
  y: number;
}

/** The path of an arrow between two boxes. `index` shifts it, so that arrows do not overlap. */
export function edgePath(from: Box, to: Box, index: number, boxes: readonly Box[]): EdgePath {
  const shift = (index % 5) * 7 - 14;
  if (isAround(from, to)) return into(to);
  if (isAround(to, from)) return outOf(from);
  const [a, b] = [middle(from), middle(to)];
  if (to.y >= bottom(from)) {
    if (boxes.some((box) => isBetween(box, from, to))) return detour(from, to, index, boxes);
    const start = { x: clampX(a.x + shift, from), y: bottom(from) };
    return down(start, { x: clampX(b.x + shift, to), y: to.y });
  }
  if (bottom(to) <= from.y) {
    const bulge = 26 + (index % 4) * 9;
    const [start, end] = [
      { x: right(from), y: a.y + shift / 2 },
      { x: right(to), y: b.y + shift / 2 },
    ];
    const far = Math.max(start.x, end.x) + bulge;
    return curve(start, { x: far, y: start.y }, { x: far, y: end.y }, end);
  }
  if (to.x >= right(from)) return across(from, to, shift);
  // Back to a box in the same row: below it.
  const bulge = 18 + (index % 3) * 8;
  const [start, end] = [
    { x: a.x + shift, y: bottom(from) },
    { x: b.x + shift, y: bottom(to) },
  ];
  const low = Math.max(start.y, end.y) + bulge;
  return curve(start, { x: start.x, y: low }, { x: end.x, y: low }, end);
}

/** Whether a box is in the way of an arrow that leads down. */
function isBetween(box: Box, from: Box, to: Box): boolean {
  const [startX, endX] = [middle(from).x, middle(to).x];
  const isBeside = right(box) < Math.min(startX, endX) || box.x > Math.max(startX, endX);
  return !isBeside && box.y >= bottom(from) && bottom(box) <= to.y;
}

/** Leaves at one side, goes down past everything, and enters at the same side. */
function detour(from: Box, to: Box, index: number, boxes: readonly Box[]): EdgePath {
  const passed = boxes.filter((box) => box.y < bottom(to) && bottom(box) > from.y);
  const others = passed.filter((box) => !isAround(box, from) && !isAround(box, to));
  const isLevel = (box: Box, { y }: Point) => box.y <= y && bottom(box) >= y;
  const [start, end] = [middle(from), middle(to)];
  const inWay = [start, end].flatMap((point) =>
    others.filter((box) => isLevel(box, point)).map((box) => box.x < point.x),
  );
  const isLeft = inWay.filter((left) => left).length <= inWay.length / 2;
  const between = [from, to, ...others];
  const off = 12 + (index % 4) * 8;
  const x = isLeft
    ? Math.min(...between.map((box) => box.x)) - off
    : Math.max(...between.map(right)) + off;
  const edge = isLeft ? (box: Box) => box.x : right;
  const turn = isLeft ? 10 : -10;
  const d = [
    `M${edge(from)} ${start.y}H${x + turn}`,
    `Q${x} ${start.y} ${x} ${start.y + 10}`,
    `V${end.y - 10}`,
    `Q${x} ${end.y} ${x + turn} ${end.y}H${edge(to)}`,
  ];
  return { d: d.join(''), x, y: (start.y + end.y) / 2 };
}

/** To the right: straight to the next box, in an arch over others. */
function across(from: Box, to: Box, shift: number): EdgePath {
  const [a, b] = [middle(from), middle(to)];
  if (to.x - right(from) < 80) {
    const start = { x: right(from), y: a.y + shift / 2 };
    const end = { x: to.x, y: b.y + shift / 2 };
    const half = (start.x + end.x) / 2;
    const straight = curve(start, { x: half, y: start.y }, { x: half, y: end.y }, end);
    // There is no room for a label between two boxes.
    return { ...straight, y: Math.min(from.y, to.y) - 5 };
  }
  const [start, end] = [
    { x: a.x + shift, y: from.y },
    { x: b.x + shift, y: to.y },
  ];
  const high = Math.min(start.y, end.y) - 24;
  return curve(start, { x: start.x, y: high }, { x: end.x, y: high }, end);
}

function down(start: Point, end: Point): EdgePath {
  const half = (start.y + end.y) / 2;
  return curve(start, { x: start.x, y: half }, { x: end.x, y: half }, end);
}

/** From an outer state to one inside it. */
function into(to: Box): EdgePath {
  const end = { x: to.x, y: to.y + Math.min(to.height / 2, 16) };
  const start = { x: end.x - 34, y: end.y };
  return { d: `M${start.x} ${start.y}L${end.x} ${end.y}`, x: start.x - 4, y: start.y - 8 };
}

/** From an inner state to one around it. */
function outOf(from: Box): EdgePath {
  const start = { x: right(from), y: from.y + Math.min(from.height / 2, 16) };
  return {
    d: `M${start.x} ${start.y}L${start.x + 24} ${start.y}`,
    x: start.x + 8,
    y: start.y - 8,
  };
}

function curve(a: Point, b: Point, c: Point, d: Point): EdgePath {
  return {
    d: `M${a.x} ${a.y}C${b.x} ${b.y} ${c.x} ${c.y} ${d.x} ${d.y}`,
    // The middle of a Bézier curve.
    x: (a.x + 3 * b.x + 3 * c.x + d.x) / 8,
    y: (a.y + 3 * b.y + 3 * c.y + d.y) / 8,
  };
}

function isAround(outer: Box, inner: Box): boolean {
  return outer.path === '' || inner.path === outer.path || inner.path.startsWith(`${outer.path}.`);
}

function middle({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

function right({ x, width }: Box): number {
  return x + width;
}

function bottom({ y, height }: Box): number {
  return y + height;
}

function clampX(x: number, box: Box): number {
  return Math.min(Math.max(x, box.x + 10), right(box) - 10);
}
