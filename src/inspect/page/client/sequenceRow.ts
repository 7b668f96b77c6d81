import type { SequenceFold } from '../model/foldRuns.js';
import type { Participant, SequenceArrow } from '../model/SequenceLog.js';
import { svg } from './dom.js';
import { formatDuration, formatTime } from './format.js';

export const rowHeight = 34;
const timeWidth = 92;
const letterWidth = 6.3;

/** One arrow of the sequence diagram, between the columns of `used`. */
export function drawArrow(arrow: SequenceArrow, used: readonly Participant[], width: number): Node {
  const { at, from, to, fromName, toName, label, kind, isFrame } = arrow;
  const [start, end] = [columnX(from, used, width), columnX(to, used, width)];
  const y = rowHeight - 9;
  const isSelf = from === to;
  const d = isSelf
    ? `M${start} ${y - 5}h14v7h-12`
    : `M${start} ${y}H${end + (end > start ? -2 : 2)}`;
  const left = Math.min(start, end);
  // A label that does not fit to the right of its start is aligned with the edge of the panel.
  const isTight = label.length * letterWidth > width - left - 8;
  return svg(
    'svg',
    { class: `arrow kind-${kind}`, width, height: rowHeight },
    ...lifelines(used, width),
    svg('text', { x: 8, y: y - 2, class: 'time', text: formatTime(at) }),
    svg('path', { d, class: isFrame ? 'message frame' : 'message' }),
    svg('text', {
      x: isTight ? width - 8 : left + 5,
      y: y - 6,
      'text-anchor': isTight ? 'end' : 'start',
      class: 'label',
      text: label,
    }),
    svg('title', { text: `${fromName} → ${toName}: ${label}` }),
  );
}

/** A folded run. It spans all columns, because its arrows may be anywhere. */
export function drawFold(fold: SequenceFold, used: readonly Participant[], width: number): Node {
  const { at, ms, label, arrows, isOpen } = fold;
  const text = `${isOpen ? '▾' : '▸'}  ${label} · ${formatDuration(ms)}`;
  return svg(
    'svg',
    { class: 'arrow fold', width, height: rowHeight },
    ...lifelines(used, width),
    svg('rect', {
      x: timeWidth,
      y: 6,
      width: width - timeWidth - 8,
      height: rowHeight - 12,
      rx: 6,
    }),
    svg('text', { x: 8, y: rowHeight / 2 + 4, class: 'time', text: formatTime(at) }),
    svg('text', { x: timeWidth + 10, y: rowHeight / 2 + 4, class: 'fold-label', text }),
    svg('title', { text: `${arrows.length} events. Click to ${isOpen ? 'fold' : 'unfold'} them.` }),
  );
}

function lifelines(used: readonly Participant[], width: number): SVGElement[] {
  return used.map((participant) => {
    const x = columnX(participant, used, width);
    return svg('line', { x1: x, x2: x, y1: 0, y2: rowHeight, class: 'lifeline' });
  });
}

function columnX(participant: Participant, used: readonly Participant[], width: number): number {
  const step = (width - timeWidth) / used.length;
  return timeWidth + (used.indexOf(participant) + 0.5) * step;
}
