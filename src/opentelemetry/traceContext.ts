import { isSpanContextValid, type Span, type SpanContext } from '@opentelemetry/api';
import type { TraceVariables } from '../actors/observing/telemetry.js';

/** The W3C trace context of a span, whatever propagator the program uses elsewhere. */
export function formatTraceparent(spanContext: SpanContext | undefined): string | undefined {
  if (!spanContext || !isSpanContextValid(spanContext)) return undefined;
  const { traceId, spanId, traceFlags } = spanContext;
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** The context of a span as variables. */
export function spanVariables(span: Pick<Span, 'spanContext'>): TraceVariables {
  const spanContext = span.spanContext();
  const TRACEPARENT = formatTraceparent(spanContext);
  if (TRACEPARENT === undefined) return {};
  // Undefined removes an inherited one, which would belong to another trace.
  return { TRACEPARENT, TRACESTATE: spanContext.traceState?.serialize() || undefined };
}

/** The span of another program that a `traceparent` names. Undefined if it names none. */
export function remoteContext(traceparent: string | undefined): SpanContext | undefined {
  const parts = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/.exec(traceparent ?? '');
  const [, traceId = '', spanId = '', flags = ''] = parts ?? [];
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return parts && isSpanContextValid(remote) ? remote : undefined;
}
