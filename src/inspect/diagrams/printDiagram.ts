import { escapeText, wrap } from './mermaidText.js';

export type Direction = 'TB' | 'LR';

/** A state as it is drawn: a box with lines in it, or a frame around others. */
export interface Block {
  id: string;
  title: string;
  lines: readonly string[];
  /** Stands for no state of its own. */
  isDashed?: boolean;
  frame?: Frame;
}

export interface Frame {
  direction: Direction;
  blocks: readonly Block[];
  arrows: readonly Arrow[];
}

/** `[*]` is the start where it is the source, the end where it is the target. */
export interface Arrow {
  from: string;
  to: string;
  label?: readonly string[];
}

const lineWidth = 60;

/** A diagram in Mermaid's language. */
export function printDiagram(whole: Frame): string {
  const dashed = dashedIds(whole);
  const lines = [
    ...printFrame({ ...whole, arrows: inOrder(whole) }),
    ...(dashed.length > 0
      ? ['classDef any fill:none,stroke-dasharray:4 4', `class ${dashed.join(',')} any`]
      : []),
  ];
  return ['stateDiagram-v2', ...lines.map(indent), ''].join('\n');
}

/** Downwards, Mermaid crosses fewer of the long arrows where the last comes first. */
function inOrder({ direction, arrows }: Frame): readonly Arrow[] {
  return direction === 'TB' ? arrows.toReversed() : arrows;
}

function printFrame({ direction, blocks, arrows }: Frame): string[] {
  return [`direction ${direction}`, ...blocks.flatMap(printBlock), ...arrows.map(printArrow)];
}

function printBlock({ id, title, lines, frame }: Block): string[] {
  const head = `state "${escapeText(title)}" as ${id}`;
  if (frame) return [`${head} {`, ...printFrame(frame).map(indent), '}'];
  const rows = lines.flatMap((line) => wrap(line, lineWidth, '\u2003'));
  return [head, ...rows.map((row) => `${id}: ${escapeText(row)}`)];
}

function printArrow({ from, to, label = [] }: Arrow): string {
  const text = label.map(escapeText).join('<br/>');
  return `${from} --> ${to}${text && `: ${text}`}`;
}

function dashedIds({ blocks }: Frame): string[] {
  return blocks.flatMap(({ id, isDashed, frame }) => [
    ...(isDashed ? [id] : []),
    ...(frame ? dashedIds(frame) : []),
  ]);
}

function indent(line: string): string {
  return `  ${line}`;
}
