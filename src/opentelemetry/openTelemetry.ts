import { context, type Meter, metrics, type Tracer, trace } from '@opentelemetry/api';
import type { RunTelemetry, Telemetry } from '../actors/observing/Telemetry.js';
import { ClaudeActorsError } from '../errors.js';
import { meterMetrics } from './meterMetrics.js';
import { RunSpans } from './RunSpans.js';

export interface OpenTelemetryOptions {
  /** Makes the spans; that of the registered provider by default. */
  tracer?: Tracer;
  /** Makes the instruments; that of the registered provider by default. */
  meter?: Meter;
  /** Whether spans carry prompts, answers, and what tools are given and give back. */
  content?: 'hidden' | 'shown';
}

/** For the option `telemetry`; one serves any number of queries and sessions. */
export interface OpenTelemetry {
  observe(run: object): object;
}

/** The name of the instrumentation scope. */
const scope = 'claude-actors';

/** Spans and instruments by way of `@opentelemetry/api`, an optional package. */
export function openTelemetry(options: OpenTelemetryOptions = {}): OpenTelemetry {
  const { tracer, meter, content = 'hidden' } = options;
  if (content !== 'hidden' && content !== 'shown') {
    throw new ClaudeActorsError('InvalidOption', "content must be 'hidden' or 'shown'.", {
      option: 'telemetry',
    });
  }
  const telemetry: Telemetry = {
    // Providers are looked up at each run: they may be registered after this module is loaded.
    observe(facts): RunTelemetry {
      const spans = new RunSpans(facts, {
        tracer: tracer ?? trace.getTracer(scope),
        showsContent: content === 'shown',
        outer: context.active(),
      });
      return {
        tell: spans.tell,
        within: spans.within,
        environment: () => spans.environment(),
        wantsLines: content === 'shown',
        metrics: meterMetrics(meter ?? metrics.getMeter(scope)),
      };
    },
  };
  return telemetry as OpenTelemetry;
}
