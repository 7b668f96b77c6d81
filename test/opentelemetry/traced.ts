import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  type Sampler,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { type OpenTelemetryOptions, openTelemetry } from '../../src/opentelemetry/index.js';

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

export const unsampled = new AlwaysOffSampler();

/** A tracer that keeps its spans for the test, and a telemetry that uses it. */
export function traced(
  options: Omit<OpenTelemetryOptions, 'tracer'> = {},
  { sampler }: { sampler?: Sampler } = {},
) {
  const exporter = new InMemorySpanExporter();
  const open = new Map<string, string>();
  const started: string[] = [];
  const provider = new BasicTracerProvider({
    sampler,
    spanProcessors: [
      new SimpleSpanProcessor(exporter),
      {
        onStart: (span) => {
          open.set(span.spanContext().spanId, span.name);
          started.push(span.spanContext().spanId);
        },
        onEnd: (span) => open.delete(span.spanContext().spanId),
        forceFlush: async () => {},
        shutdown: async () => {},
      },
    ],
  });
  const tracer = provider.getTracer('test');
  const spans = () => exporter.getFinishedSpans();
  return {
    tracer,
    telemetry: openTelemetry({ ...options, tracer }),
    spans,
    /** The names of spans that have started and not ended. */
    open: () => [...open.values()],
    tree: () => treeOf(spans(), started),
    span(name: string): ReadableSpan {
      const [found, ...others] = spans().filter((span) => span.name === name);
      if (!found || others.length > 0) {
        throw new Error(`not one span ${name}, but: ${spans().map((span) => span.name)}`);
      }
      return found;
    },
  };
}

/** The names of spans as a tree, in the order in which they started: times have milliseconds only. */
function treeOf(spans: readonly ReadableSpan[], started: readonly string[]): string[] {
  const order = (span: ReadableSpan) => started.indexOf(span.spanContext().spanId);
  const known = new Set(spans.map((span) => span.spanContext().spanId));
  const below = (parent: string | undefined, indent: string): string[] =>
    spans
      .filter(({ parentSpanContext }) => {
        const id = parentSpanContext?.spanId;
        return parent === undefined ? id === undefined || !known.has(id) : id === parent;
      })
      .sort((one, other) => order(one) - order(other))
      .flatMap((span) => [indent + span.name, ...below(span.spanContext().spanId, `${indent}  `)]);
  return below(undefined, '');
}
