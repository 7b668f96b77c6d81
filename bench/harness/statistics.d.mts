export function median(list: readonly number[]): number;
export function ratios<Sample>(
  subject: readonly Sample[],
  baseline: readonly Sample[],
  value: (sample: Sample) => number,
): number[];
