import { context, type Meter, metrics, type Tracer, trace } from '@opentelemetry/api';
import type { RunTelemetry, Telemetry } from '../actors/observing/telemetry.js';
import { ClaudeActorsError } from '../errors.js';
import { meterMetrics } from './meterMetrics.js';
import { RunSpans } from './RunSpans.js';
import { formatTraceparent } from './traceContext.js';

/** The options of `openTelemetry`. */
export interface OpenTelemetryOptions {
  /**
   * Creates the spans.
   *
   * @default the tracer of the registered provider
   */
  tracer?: Tracer;
  /**
   * Creates the instruments.
   *
   * @default the meter of the registered provider
   */
  meter?: Meter;
  /**
   * Whether spans carry prompts, answers, tool inputs and tool results. Secrets are hidden either
   * way.
   *
   * @default 'hidden'
   */
  content?: 'hidden' | 'shown';
}

/** A value for the option `telemetry`. One object serves any number of queries and sessions. */
export interface OpenTelemetry {
  /** Follows one query or session. The library calls this; you do not need to. */
  observe(run: object): object;
  /**
   * The context of the active span, as in W3C Trace Context. Pass it to `chat.send()` of a fleet, and the
   * turn becomes a child of that span, on whatever machine. Undefined if no span is active.
   */
  traceparent(): string | undefined;
}

/** The name of the instrumentation scope. */
const scope = 'claude-actors';

/**
 * Traces and measures queries and sessions with OpenTelemetry, through the optional package
 * `@opentelemetry/api`.
 *
 * @example
 * ```ts
 * const telemetry = openTelemetry();
 * const session = await startSession({ options: { telemetry } });
 * ```
 *
 * @throws `ClaudeActorsError` with code `InvalidOption` if `content` is invalid.
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): OpenTelemetry {
  const { tracer, meter, content = 'hidden' } = options;
  if (content !== 'hidden' && content !== 'shown') {
    throw new ClaudeActorsError('InvalidOption', "content must be 'hidden' or 'shown'.", {
      option: 'telemetry',
    });
  }
  const telemetry: Telemetry & Pick<OpenTelemetry, 'traceparent'> = {
    traceparent: () => formatTraceparent(trace.getSpanContext(context.active())),
    // Providers may be registered after this module is loaded, so each run looks them up.
    observe(facts): RunTelemetry {
      const spans = new RunSpans(facts, {
        tracer: tracer ?? trace.getTracer(scope),
        showsContent: content === 'shown',
        parent: context.active(),
      });
      return {
        onObservation: spans.observe,
        within: spans.within,
        environment: () => spans.environment(),
        wantsLines: content === 'shown',
        metrics: meterMetrics(meter ?? metrics.getMeter(scope)),
      };
    },
  };
  return telemetry as OpenTelemetry;
}
