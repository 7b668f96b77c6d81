/** The times that a timeline shows. */
export interface TimeRange {
  from: number;
  to: number;
}

/** Nothing shorter can be seen: rows have whole milliseconds. */
const shortest = 20;

/** Makes `view` longer by `factor`, within `whole`. The time `at` keeps its place on the screen. */
export function zoomRange(
  view: TimeRange,
  factor: number,
  at: number,
  whole: TimeRange,
): TimeRange {
  const longest = Math.max(shortest, whole.to - whole.from);
  const length = Math.min(longest, Math.max(shortest, (view.to - view.from) * factor));
  const share = (at - view.from) / Math.max(1, view.to - view.from);
  return moveInto({ from: at - share * length, to: at + (1 - share) * length }, whole);
}

export function panRange(view: TimeRange, by: number, whole: TimeRange): TimeRange {
  return moveInto({ from: view.from + by, to: view.to + by }, whole);
}

/** The range of the same length that contains `at`, moved no more than needed. */
export function revealTime(view: TimeRange, at: number, whole: TimeRange): TimeRange {
  if (at >= view.from && at <= view.to) return view;
  const by = at < view.from ? at - view.from : at - view.to;
  const margin = (view.to - view.from) * 0.1;
  return panRange(view, by + Math.sign(by) * margin, whole);
}

/** Moves a range to where there is something to see. */
function moveInto({ from, to }: TimeRange, whole: TimeRange): TimeRange {
  const length = to - from;
  if (length >= whole.to - whole.from) return { from: whole.from, to: whole.from + length };
  const start = Math.min(whole.to - length, Math.max(whole.from, from));
  return { from: start, to: start + length };
}

const steps = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1_000, 2_000, 5_000, 10_000, 15_000, 30_000],
  ...[60_000, 120_000, 300_000, 600_000, 900_000, 1_800_000],
  ...[3_600_000, 7_200_000, 14_400_000, 43_200_000, 86_400_000],
];

/** The least round time between two of at most `max` ticks. */
export function tickStep({ from, to }: TimeRange, max: number): number {
  return steps.find((one) => (to - from) / one <= Math.max(1, max)) ?? (to - from) / max;
}

/** A tick's time, exact enough that no two ticks look the same: `1.05 s`, `2 min 30 s`. */
export function tickLabel(ms: number, step: number): string {
  if (ms < 1_000 && step < 1_000) return `${Math.round(ms)} ms`;
  const decimals = step >= 1_000 ? 0 : step >= 100 ? 1 : step >= 10 ? 2 : 3;
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60];
  const seconds = ((ms % 60_000) / 1_000).toFixed(decimals);
  const hasSeconds = Number(seconds) > 0 || ms < 60_000;
  return [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`, hasSeconds && `${seconds} s`]
    .filter(Boolean)
    .join(' ');
}

/** Round times for a ruler, counted from `origin`, at most `max` of them. */
export function ticksOf({ from, to }: TimeRange, origin: number, max: number): number[] {
  const step = tickStep({ from, to }, max);
  const ticks: number[] = [];
  for (let at = origin + Math.ceil((from - origin) / step) * step; at <= to; at += step) {
    ticks.push(at);
  }
  return ticks;
}

/** The index of the last of the sorted rows that is not after a time; -1 if there is none. */
export function lastAt(rows: readonly { at: number }[], at: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as { at: number }).at <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
