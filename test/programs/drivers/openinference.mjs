import { createRequire } from 'node:module';
import * as sdk from '@anthropic-ai/claude-agent-sdk';
import { ClaudeAgentSDKInstrumentation } from '@arizeai/openinference-instrumentation-claude-agent-sdk';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { drive, tell } from './drive.mjs';
import { stepsWith } from './wrapped.mjs';

const exporter = new InMemorySpanExporter();
const tracerProvider = new BasicTracerProvider({
  spanProcessors: [new SimpleSpanProcessor(exporter)],
});
const instrumentation = new ClaudeAgentSDKInstrumentation({ tracerProvider });

async function tellSpans() {
  await tracerProvider.forceFlush();
  const spans = exporter.getFinishedSpans();
  const names = new Map(spans.map((span) => [span.spanContext().spanId, span.name]));
  for (const { name, kind, status, attributes, events, parentSpanContext } of spans) {
    const parent = names.get(parentSpanContext?.spanId);
    tell('span', { name, kind, status, attributes, parent, events: events.map((one) => one.name) });
  }
}

const manual = () => stepsWith(instrumentation.manuallyInstrument(sdk), tellSpans);

/** Nobody hands the SDK over: whoever requires it gets it instrumented. */
const required = () => {
  const require = createRequire(import.meta.url);
  return stepsWith(require('@anthropic-ai/claude-agent-sdk'), tellSpans);
};

const steps = process.argv[2] === 'required' ? { required: required().text } : manual();
await drive(steps);
