import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Context, context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { activeTraceVariables } from '../../src/ffi/activeTrace.js';

const spanContext = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 };
const traceparent = `00-${spanContext.traceId}-${spanContext.spanId}-01`;

/** Writes the active span, as the propagator of W3C Trace Context does. */
const propagator = {
  inject(active: Context, carrier: unknown) {
    const span = trace.getSpanContext(active);
    if (span) Object.assign(carrier as object, { traceparent, tracestate: 'x=y' });
  },
  extract: (active: Context) => active,
  fields: () => ['traceparent'],
};

function inTrace<Result>(run: () => Result): Result {
  return context.with(trace.setSpanContext(context.active(), spanContext), run);
}

it('gives nothing to a program without OpenTelemetry', () => {
  expect(inTrace(activeTraceVariables)).toEqual({});
});

describe('in a program that uses OpenTelemetry', () => {
  beforeEach(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(propagator);
  });
  afterEach(() => {
    context.disable();
    propagation.disable();
  });

  it('gives the active trace, but what `env` sets stays', () => {
    const variables = { TRACEPARENT: traceparent, TRACESTATE: 'x=y' };
    expect(inTrace(() => activeTraceVariables())).toEqual(variables);
    expect(inTrace(() => activeTraceVariables({ TRACEPARENT: 'mine' }))).toEqual({
      TRACESTATE: 'x=y',
    });
  });

  it('gives nothing outside of a trace', () => {
    expect(activeTraceVariables()).toEqual({});
  });

  it('gives nothing if the propagator throws', () => {
    propagation.disable();
    propagation.setGlobalPropagator({
      ...propagator,
      inject() {
        throw new Error('out of order');
      },
    });
    expect(inTrace(() => activeTraceVariables())).toEqual({});
  });
});
