import type { Meter, MetricOptions } from '@opentelemetry/api';
import type { MetricLabels, Metrics } from '../options/runtimeTypes.js';
import { instruments } from './instruments.js';

type Record = (value: number, labels: MetricLabels) => void;

/** From a millisecond to ten minutes: a hook, a handshake, a whole process. */
const secondsBuckets = [
  0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600,
];

const known = new WeakMap<Meter, Metrics>();

/** A meter as the runtime's metrics. One a meter: gauges count over all runs that share it. */
export function meterMetrics(meter: Meter): Metrics {
  const metrics = known.get(meter) ?? createMetrics(meter);
  known.set(meter, metrics);
  return metrics;
}

function createMetrics(meter: Meter): Metrics {
  const records = new Map<string, Record>();
  const recordOf = (name: string, create: (options: MetricOptions) => Record) => {
    const made = records.get(name) ?? create(optionsOf(name));
    records.set(name, made);
    return made;
  };
  return {
    count(name, by, labels) {
      const record = recordOf(name, (options) => {
        const counter = meter.createCounter(name, options);
        return (value, attributes) => counter.add(value, attributes);
      });
      record(by, labels);
    },
    gauge(name, value, labels) {
      const record = recordOf(name, (options) => {
        const gauge = meter.createGauge(name, options);
        return (now, attributes) => gauge.record(now, attributes);
      });
      record(value, labels);
    },
    duration(name, milliseconds, labels) {
      const record = recordOf(name, (options) => {
        const advice = { explicitBucketBoundaries: secondsBuckets };
        const histogram = meter.createHistogram(name, { ...options, advice });
        return (ms, attributes) => histogram.record(ms / 1000, attributes);
      });
      record(milliseconds, labels);
    },
  };
}

function optionsOf(name: string): MetricOptions {
  const instrument = instruments[name];
  return instrument ? { unit: instrument.unit, description: instrument.description } : {};
}
