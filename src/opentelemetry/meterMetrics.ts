import type { Meter, MetricOptions } from '@opentelemetry/api';
import type { MetricLabels, Metrics } from '../options/runtimeTypes.js';
import { instruments } from './instruments.js';

type RecordValue = (value: number, labels: MetricLabels) => void;

/** Bucket boundaries in seconds, from a quick hook to a long-lived process. */
const secondsBuckets = [
  0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600,
];

const metricsByMeter = new WeakMap<Meter, Metrics>();

/** Adapts a meter to the option `metrics`. Runs that share a meter share its gauges. */
export function meterMetrics(meter: Meter): Metrics {
  const metrics = metricsByMeter.get(meter) ?? createMetrics(meter);
  metricsByMeter.set(meter, metrics);
  return metrics;
}

function createMetrics(meter: Meter): Metrics {
  const records = new Map<string, RecordValue>();
  const recordOf = (name: string, create: (options: MetricOptions) => RecordValue) => {
    const record = records.get(name) ?? create(optionsOf(name));
    records.set(name, record);
    return record;
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
