// OpenTelemetry: the spans of a session as a tree, including your own span inside a hook.
import assert from 'node:assert/strict';
import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { startSession } from 'claude-actors';
import { openTelemetry } from 'claude-actors/opentelemetry';
import { fakeCli } from 'claude-actors/testing';

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const tracer = provider.getTracer('example');

const cli = fakeCli({
  turns: [
    [
      {
        agent: 'count the files',
        steps: [{ tool: 'Bash', input: { command: 'ls' } }, { text: 'None.' }],
      },
      { text: 'There are none.' },
    ],
  ],
});

async function audit() {
  await tracer.startActiveSpan('write to the audit log', async (span) => span.end());
  return {};
}

await tracer.startActiveSpan('GET /files', async (request) => {
  const session = await startSession({
    options: {
      port: cli.port,
      telemetry: openTelemetry({ tracer }),
      allowedTools: ['Bash'],
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [audit] }] },
    },
  });
  await session.send('How many files are there?').result;
  await session.end();
  request.end();
});

const spans = exporter.getFinishedSpans();
const tree = [];
function print(parent, indent = '') {
  for (const span of spans) {
    if (span.parentSpanContext?.spanId !== parent) continue;
    const ms = span.duration[0] * 1000 + span.duration[1] / 1e6;
    tree.push(indent + span.name);
    console.log(`${indent}${span.name}  ${ms.toFixed(1)} ms`);
    print(span.spanContext().spanId, `${indent}  `);
  }
}
print(undefined);

assert.deepEqual(tree, [
  'GET /files',
  '  claude.session',
  '    control initialize',
  '    invoke_agent claude-code',
  '      execute_tool Task',
  '        execute_tool Bash',
  '          hook PreToolUse',
  '            write to the audit log',
]);
const turn = spans.find(({ name }) => name.startsWith('invoke_agent'));
const { TRACEPARENT } = cli.processes[0].env;
assert.ok(turn.attributes['gen_ai.usage.output_tokens'] > 0);
assert.equal(TRACEPARENT.split('-')[1], turn.spanContext().traceId);
console.log(`ok: ${spans.length} spans in one trace, and the CLI got its context`);
