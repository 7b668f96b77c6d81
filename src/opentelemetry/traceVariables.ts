import { isSpanContextValid, type Span } from '@opentelemetry/api';
import type { TraceVariables } from '../actors/observing/Telemetry.js';

/** The W3C trace context of a span as variables, whatever propagator the program uses elsewhere. */
export function traceVariables(span: Span): TraceVariables {
  const context = span.spanContext();
  if (!isSpanContextValid(context)) return {};
  const { traceId, spanId, traceFlags, traceState } = context;
  const flags = traceFlags.toString(16).padStart(2, '0');
  return {
    TRACEPARENT: `00-${traceId}-${spanId}-${flags}`,
    // One that is inherited would belong to another trace.
    TRACESTATE: traceState?.serialize() || undefined,
  };
}
