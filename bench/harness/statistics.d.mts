export function median(list: readonly number[]): number;
export function quotients<Sample>(
  above: readonly Sample[],
  below: readonly Sample[],
  value: (sample: Sample) => number,
): number[];
