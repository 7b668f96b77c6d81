import type { SequenceArrow } from './SequenceLog.js';
import { foldedKinds, type SequenceKind } from './sequenceKinds.js';

/** A run of arrows that say only that the CLI is alive. */
export interface SequenceFold {
  /** The number of its first row, which stays while the run grows. */
  n: number;
  at: number;
  /** How long the run took. */
  ms: number;
  /** `212 tokens · 3 watchdog ticks` */
  label: string;
  arrows: readonly SequenceArrow[];
  isOpen: boolean;
}

export type SequenceItem =
  | { fold: SequenceFold; arrow?: undefined }
  | { arrow: SequenceArrow; fold?: undefined };

export interface SequenceFilter {
  /** A name of an actor or a column; all if empty. */
  actor: string;
  hiddenKinds: ReadonlySet<SequenceKind>;
  /** The times between which arrows are shown. */
  range?: { from: number; to: number } | undefined;
}

/** The arrows that match a filter. */
export function filterArrows(
  arrows: readonly SequenceArrow[],
  { actor, hiddenKinds, range }: SequenceFilter,
): readonly SequenceArrow[] {
  if (actor === '' && hiddenKinds.size === 0 && !range) return arrows;
  return arrows.filter(({ at, from, to, fromName, toName, kind }) => {
    if (hiddenKinds.has(kind)) return false;
    if (range && (at < range.from || at > range.to)) return false;
    return actor === '' || [from, to, fromName, toName].includes(actor);
  });
}

/** Folds runs of tokens and watchdog ticks, except those whose first row is in `open`. */
export function foldRuns(
  arrows: readonly SequenceArrow[],
  open: ReadonlySet<number>,
): SequenceItem[] {
  const items: SequenceItem[] = [];
  let index = 0;
  while (index < arrows.length) {
    const run = runFrom(arrows, index);
    index += Math.max(1, run.length);
    const [first] = run;
    if (!first || run.length < 2) {
      items.push({ arrow: arrows[index - 1] as SequenceArrow });
      continue;
    }
    const fold = foldOf(run, open.has(first.n));
    items.push({ fold });
    if (fold.isOpen) for (const arrow of run) items.push({ arrow });
  }
  return items;
}

function runFrom(arrows: readonly SequenceArrow[], start: number): readonly SequenceArrow[] {
  let end = start;
  while (end < arrows.length && foldedKinds.has((arrows[end] as SequenceArrow).kind)) end += 1;
  return arrows.slice(start, end);
}

function foldOf(arrows: readonly SequenceArrow[], isOpen: boolean): SequenceFold {
  const [first, last] = [arrows[0] as SequenceArrow, arrows.at(-1) as SequenceArrow];
  const streamed = arrows.filter(({ kind, isFrame }) => kind === 'token' && isFrame);
  const tokens = streamed.filter(({ label }) => label.endsWith('content_block_delta')).length;
  const batches = arrows.filter(({ kind, isFrame }) => kind === 'token' && !isFrame).length;
  const ticks = arrows.filter(({ kind }) => kind === 'watchdog').length;
  const parts = [
    tokens > 0 && count(tokens, 'token'),
    tokens === 0 && streamed.length > 0 && count(streamed.length, 'stream event'),
    streamed.length === 0 &&
      batches > 0 &&
      count(batches, 'batch of messages', 'batches of messages'),
    ticks > 0 && count(ticks, 'watchdog tick'),
  ];
  const label = parts.filter(Boolean).join(' · ');
  return { n: first.n, at: first.at, ms: last.at - first.at, label, arrows, isOpen };
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}
