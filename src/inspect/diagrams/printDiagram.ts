import { escapeText, wrapText } from './mermaidText.js';

export type Direction = 'TB' | 'LR';

/** A state as it is drawn: a box with lines of text, or a frame around other boxes. */
export interface DiagramBox {
  id: string;
  title: string;
  lines: readonly string[];
  /** Drawn dashed, because it stands for any state around it and not for a state of its own. */
  isDashed?: boolean;
  frame?: DiagramFrame;
}

export interface DiagramFrame {
  direction: Direction;
  boxes: readonly DiagramBox[];
  arrows: readonly DiagramArrow[];
}

/** As a source, `[*]` is the initial state; as a target, it is the end. */
export interface DiagramArrow {
  from: string;
  to: string;
  label?: readonly string[];
}

const maxLineWidth = 60;

/** Writes a diagram in Mermaid's language. */
export function printDiagram(diagram: DiagramFrame): string {
  const dashed = dashedIds(diagram);
  const lines = [
    ...printFrame({ ...diagram, arrows: orderedArrows(diagram) }),
    ...(dashed.length > 0
      ? ['classDef any fill:none,stroke-dasharray:4 4', `class ${dashed.join(',')} any`]
      : []),
  ];
  return ['stateDiagram-v2', ...lines.map(indent), ''].join('\n');
}

/** In a top-down diagram, Mermaid crosses fewer long arrows if the last one is declared first. */
function orderedArrows({ direction, arrows }: DiagramFrame): readonly DiagramArrow[] {
  return direction === 'TB' ? arrows.toReversed() : arrows;
}

function printFrame({ direction, boxes, arrows }: DiagramFrame): string[] {
  return [`direction ${direction}`, ...boxes.flatMap(printBox), ...arrows.map(printArrow)];
}

function printBox({ id, title, lines, frame }: DiagramBox): string[] {
  const head = `state "${escapeText(title)}" as ${id}`;
  if (frame) return [`${head} {`, ...printFrame(frame).map(indent), '}'];
  const rows = lines.flatMap((line) => wrapText(line, maxLineWidth, '\u2003'));
  return [head, ...rows.map((row) => `${id}: ${escapeText(row)}`)];
}

function printArrow({ from, to, label = [] }: DiagramArrow): string {
  const text = label.map(escapeText).join('<br/>');
  return `${from} --> ${to}${text && `: ${text}`}`;
}

function dashedIds({ boxes }: DiagramFrame): string[] {
  return boxes.flatMap(({ id, isDashed, frame }) => [
    ...(isDashed ? [id] : []),
    ...(frame ? dashedIds(frame) : []),
  ]);
}

function indent(line: string): string {
  return `  ${line}`;
}
