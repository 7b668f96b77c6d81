export function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * One quotient for each round. What slows the machine down for a while slows both sides of a round,
 * so a quotient of neighbours says more than one of medians.
 */
export function quotients(above, below, value) {
  return above.map((sample, round) => value(sample) / value(below[round]));
}
