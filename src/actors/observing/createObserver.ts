import type { Options } from '../../options/types.js';
import { swallowErrors } from '../../util/swallowErrors.js';
import type { Traffic } from '../process/Traffic.js';
import { logSink } from './logSink.js';
import { metricsSink } from './metricsSink.js';
import { Observer } from './Observer.js';
import type { Sink } from './observation.js';
import type { RunTelemetry } from './telemetry.js';

export interface ObserverSetup {
  traffic: Traffic;
  mode: string;
  now(): number;
  telemetry?: RunTelemetry;
  /** Shows errors and warnings in inspectors. */
  inspectionSink?: Sink;
}

/** An observer that reports to everything the options name. Undefined if they name nothing. */
export function createObserver(
  { logger, metrics, onWarning, label }: Options,
  { traffic, mode, now, telemetry, inspectionSink }: ObserverSetup,
): Observer | undefined {
  const sinks: Sink[] = [];
  const run = { traffic, mode, ...(label !== undefined && { label }) };
  if (logger) sinks.push(logSink(logger, label));
  if (metrics) sinks.push(metricsSink(metrics, run));
  if (onWarning) sinks.push(warningSink(swallowErrors(onWarning)));
  if (telemetry) sinks.push(swallowErrors(telemetry.onObservation));
  if (telemetry?.metrics) sinks.push(metricsSink(telemetry.metrics, run));
  if (inspectionSink) sinks.push(inspectionSink);
  if (sinks.length === 0) return undefined;
  const wantsMessages = metrics !== undefined || telemetry !== undefined;
  return new Observer({ sinks, traffic, now, wantsMessages, within: telemetry?.within });
}

function warningSink(onWarning: NonNullable<Options['onWarning']>): Sink {
  return (observation) => {
    if (observation.type === 'warning') onWarning(observation.warning);
  };
}
