export function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * One ratio per round. Whatever slows the machine down for a while slows down both sides of a round,
 * so ratios of the same round are steadier than a ratio of medians.
 */
export function ratios(subject, baseline, value) {
  return subject.map((sample, round) => value(sample) / value(baseline[round]));
}
