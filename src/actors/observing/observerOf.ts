import type { Options } from '../../options/types.js';
import { guarded } from '../guarded.js';
import type { Traffic } from '../process/meteredPort.js';
import { logSink } from './logSink.js';
import { metricsSink } from './metricsSink.js';
import type { Sink } from './Observation.js';
import { Observer } from './observer.js';

/** Who is told what happens; nobody, where the options name no one. */
export function observerOf(
  { logger, metrics, onWarning, env }: Options,
  { traffic, mode, now }: { traffic: Traffic; mode: string; now(): number },
): Observer | undefined {
  const sinks: Sink[] = [];
  if (logger) sinks.push(logSink(logger, { ...process.env, ...env }));
  if (metrics) sinks.push(metricsSink(metrics, traffic, mode));
  if (onWarning) sinks.push(warningSink(guarded(onWarning)));
  if (sinks.length === 0) return undefined;
  return new Observer({ sinks, traffic, now, wantsMessages: metrics !== undefined });
}

function warningSink(onWarning: NonNullable<Options['onWarning']>): Sink {
  return (observation) => {
    if (observation.type === 'warning') onWarning(observation.warning);
  };
}
