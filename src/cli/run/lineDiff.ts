import { comparedLinePairs, diffContextLines } from '../../defaults/terminalDefaults.js';

/** A line of a change: `-` removed, `+` added, ` ` unchanged, `…` unchanged lines left out. */
export interface DiffLine {
  mark: '-' | '+' | ' ' | '…';
  text: string;
}

/** The change from one text to another, line by line, with a few unchanged lines around it. */
export function lineDiff(before: string, after: string): DiffLine[] {
  return withoutDistant(compareLines(linesOf(before), linesOf(after)));
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  return text.replace(/\n$/, '').split('\n');
}

function compareLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start++;
  let end = 0;
  while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const unchanged = (lines: readonly string[]) => lines.map((text) => line(' ', text));
  return [
    ...unchanged(before.slice(0, start)),
    ...compareMiddle(
      before.slice(start, before.length - end),
      after.slice(start, after.length - end),
    ),
    ...unchanged(before.slice(before.length - end)),
  ];
}

const line = (mark: DiffLine['mark'], text: string): DiffLine => ({ mark, text });

/** Keeps the longest sequence of lines that both have. */
function compareMiddle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const removed = before.map((text) => line('-', text));
  const added = after.map((text) => line('+', text));
  if (before.length * after.length > comparedLinePairs) return [...removed, ...added];
  const width = after.length + 1;
  // At i, j: how many lines the rest of both from there has in common.
  const common = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      common[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      lines.push(line(' ', before[i] as string));
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) lines.push(removed[i++] as DiffLine);
    else lines.push(added[j++] as DiffLine);
  }
  return [...lines, ...removed.slice(i), ...added.slice(j)];
}

function withoutDistant(lines: readonly DiffLine[]): DiffLine[] {
  const isNear = lines.map(() => false);
  for (const [index, { mark }] of lines.entries()) {
    if (mark === ' ') continue;
    const first = Math.max(0, index - diffContextLines);
    isNear.fill(true, first, Math.min(lines.length, index + diffContextLines + 1));
  }
  return lines.flatMap((one, index) => {
    if (isNear[index]) return [one];
    const isFirstOfGap = index === 0 || isNear[index - 1];
    return isFirstOfGap && isNear.includes(true) ? [line('…', '')] : [];
  });
}
