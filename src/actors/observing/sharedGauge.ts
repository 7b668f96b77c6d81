import type { MetricLabels, Metrics } from '../../options/runtimeTypes.js';

const levels = new WeakMap<Metrics, Map<string, number>>();

/**
 * Moves a gauge and gives its new value. It counts over all runs that report to the same sink:
 * a value of each run's own would overwrite the others'.
 */
export function sharedGauge(
  metrics: Metrics,
  name: string,
  labels: MetricLabels,
  by: number,
): number {
  const own = levels.get(metrics) ?? new Map<string, number>();
  levels.set(metrics, own);
  const key = JSON.stringify([name, labels]);
  const value = (own.get(key) ?? 0) + by;
  own.set(key, value);
  return value;
}
