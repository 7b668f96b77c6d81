/** A part of a drawing, in its own units. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Below this scale, the names of states cannot be read. */
const readableScale = 0.8;

/**
 * What to show of a drawing: all of it if it can be read in the pane, or else a part around the
 * first of `parts` that fits into the pane, or around the last one. The view does not move while
 * that part is in it.
 */
export function focusOn(
  whole: Region,
  parts: readonly (readonly Region[])[],
  pane: { width: number; height: number },
  current: Region,
): Region {
  if (pane.width <= 0 || pane.height <= 0) return current;
  const fit = Math.min(pane.width / whole.width, pane.height / whole.height);
  const size = { width: pane.width / readableScale, height: pane.height / readableScale };
  const bounds = parts.filter(({ length }) => length > 0).map(boundsOf);
  const target =
    bounds.find(({ width, height }) => width <= size.width && height <= size.height) ??
    bounds.at(-1);
  if (fit >= readableScale || !target) return whole;
  const isSameSize = Math.abs(current.width - size.width) < 1;
  if (isSameSize && contains(current, target)) return current;
  return {
    ...size,
    x: place(target.x, target.width, size.width, whole.x, whole.width),
    y: place(target.y, target.height, size.height, whole.y, whole.height),
  };
}

/** Centres a part in a window. The window stays within the whole, unless it is larger. */
function place(at: number, length: number, window: number, from: number, all: number): number {
  if (window >= all) return from - (window - all) / 2;
  const centred = at + length / 2 - window / 2;
  return Math.max(from, Math.min(from + all - window, centred));
}

function boundsOf(regions: readonly Region[]): Region {
  const x = Math.min(...regions.map((one) => one.x));
  const y = Math.min(...regions.map((one) => one.y));
  const right = Math.max(...regions.map((one) => one.x + one.width));
  const bottom = Math.max(...regions.map((one) => one.y + one.height));
  return { x, y, width: right - x, height: bottom - y };
}

function contains(outer: Region, inner: Region): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
