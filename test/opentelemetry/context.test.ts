import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from '@jest/globals';
import { context, createTraceState, TraceFlags, trace } from '@opentelemetry/api';
import { z } from 'zod';
import { createSdkMcpServer, tool } from '../../src/mcp.js';
import type { Session } from '../../src/Session.js';
import { startSession } from '../../src/startSession.js';
import { fakeCli } from '../../src/testing/fakeCli.js';
import { buildSources } from '../support/buildSources.js';
import { ask, bash, talk, talkTree } from './runs.js';
import { traced, unsampled } from './traced.js';

describe('the context of a session', () => {
  it('is the context of its caller', async () => {
    const { tracer, telemetry, tree, spans } = traced();
    await tracer.startActiveSpan('request', async (span) => {
      await talk({ port: fakeCli().port, telemetry });
      span.end();
    });
    expect(tree()).toEqual([
      'request',
      '  claude.session',
      '    control initialize',
      '    invoke_agent claude-code',
    ]);
    // A link to their own parent would be redundant.
    expect(spans().flatMap(({ links }) => links)).toEqual([]);
  });

  it('continues in callbacks: spans and control requests made there are their children', async () => {
    const { tracer, telemetry, tree } = traced();
    let session: Session | undefined;
    const later = async (name: string) => {
      await new Promise((resolve) => setImmediate(resolve));
      tracer.startSpan(name).end();
    };
    session = await startSession({
      options: {
        port: fakeCli(bash('touch x')).port,
        telemetry,
        hooks: {
          PreToolUse: [
            {
              hooks: [
                async () => {
                  await later('look up');
                  await session?.setModel('opus');
                  return {};
                },
              ],
            },
          ],
        },
        canUseTool: async (_name, input) => {
          await later('ask');
          return { behavior: 'allow', updatedInput: input };
        },
      },
    });
    await session.send('Go').result;
    await session.end();
    expect(tree()).toEqual(
      talkTree(
        '    execute_tool Bash',
        '      hook PreToolUse',
        '        look up',
        '        control set_model',
        '      permission Bash',
        '        ask',
      ),
    );
  });

  it('reaches the tools of an MCP server in the program', async () => {
    const { tracer, telemetry, tree, span } = traced();
    const add = tool('add', 'Adds', { a: z.number(), b: z.number() }, async ({ a, b }) => {
      tracer.startSpan('adding').end();
      return { content: [{ type: 'text', text: String(a + b) }], isError: a > b };
    });
    await ask({
      port: fakeCli({
        turns: [[{ tool: 'mcp__calc__add', input: { a: 2, b: 1 } }, { text: 'Done.' }]],
      }).port,
      telemetry,
      mcpServers: { calc: createSdkMcpServer({ name: 'calc', tools: [add] }) },
      allowedTools: ['mcp__calc__add'],
    });
    const lines = tree();
    expect(lines).toContain('  initialize');
    expect(lines.slice(lines.indexOf('  invoke_agent claude-code'))).toEqual(
      expect.arrayContaining([
        '    execute_tool mcp__calc__add',
        '      tools/call add',
        '        adding',
      ]),
    );
    expect(span('tools/call add').attributes).toMatchObject({
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': 'add',
      'claude.mcp.server': 'calc',
      'error.type': 'tool_error',
    });
  });

  it('is linked with the span from which a message is sent or a request is made', async () => {
    const { tracer, telemetry, span, tree } = traced();
    const session = await startSession({ options: { port: fakeCli().port, telemetry } });
    await tracer.startActiveSpan('request', async (request) => {
      await session.setModel('opus');
      await session.send('Go').result;
      request.end();
    });
    await session.end();
    const { spanId } = span('request').spanContext();
    for (const name of ['invoke_agent claude-code', 'control set_model']) {
      expect(span(name).links.map((link) => link.context.spanId)).toEqual([spanId]);
    }
    expect(span('control initialize').links).toEqual([]);
    expect(tree()[0]).toBe('claude.session');
  });
});

describe('the CLI as a child', () => {
  const inherited = ['TRACEPARENT', 'TRACESTATE'];
  afterEach(() => {
    for (const name of inherited) delete process.env[name];
  });

  const environmentOf = async (
    telemetry: ReturnType<typeof traced>['telemetry'],
    env?: Record<string, string | undefined>,
  ) => {
    const cli = fakeCli(bash('ls'));
    await ask({ port: cli.port, telemetry, env });
    return cli.processes[0]?.env ?? {};
  };

  it('gets the context of the session span', async () => {
    const { telemetry, span } = traced();
    process.env.TRACEPARENT = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
    process.env.TRACESTATE = 'of=another';
    const env = await environmentOf(telemetry);
    const { traceId, spanId } = span('claude.session').spanContext();
    expect(env.TRACEPARENT).toBe(`00-${traceId}-${spanId}-01`);
    expect(env).not.toHaveProperty('TRACESTATE');
  });

  it('gets it in a real process', async () => {
    const build = buildSources();
    const { telemetry, span, tree, open } = traced();
    const environments: Record<string, string | undefined>[] = [];
    await ask({
      mode: 'oneShot',
      telemetry,
      env: { ...process.env, CLAUDE_ACTORS_SCENARIO: 'hello' },
      spawnClaudeCodeProcess: ({ args, env, cwd }) => {
        environments.push(env);
        return spawn(
          process.execPath,
          [fileURLToPath(build.url('testing/simulatedCli.js')), ...args],
          { env, cwd },
        );
      },
    });
    const { traceId, spanId } = span('claude.session').spanContext();
    expect(environments[0]?.TRACEPARENT).toBe(`00-${traceId}-${spanId}-01`);
    expect(tree()).toEqual(['claude.session', '  invoke_agent claude-code']);
    expect(open()).toEqual([]);
    build.remove();
  }, 60_000);

  it('gets the state of the trace, and whether it is sampled', async () => {
    const { telemetry } = traced({}, { sampler: unsampled });
    const outer = trace.setSpanContext(context.active(), {
      traceId: 'a'.repeat(32),
      spanId: 'b'.repeat(16),
      traceFlags: TraceFlags.NONE,
      traceState: createTraceState('vendor=x'),
    });
    const env = await context.with(outer, () => environmentOf(telemetry));
    expect(env.TRACEPARENT).toMatch(new RegExp(`^00-${'a'.repeat(32)}-[0-9a-f]{16}-00$`));
    expect(env.TRACESTATE).toBe('vendor=x');
  });

  it('keeps what the caller has set', async () => {
    const { telemetry } = traced();
    const mine = { TRACEPARENT: `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01` };
    expect(await environmentOf(telemetry, mine)).toMatchObject(mine);
    process.env.TRACEPARENT = mine.TRACEPARENT;
    expect(await environmentOf(telemetry, { TRACEPARENT: undefined })).not.toHaveProperty(
      'TRACEPARENT',
    );
  });

  it('gets nothing if there is no trace', async () => {
    const { openTelemetry } = await import('../../src/opentelemetry/index.js');
    expect(await environmentOf(openTelemetry())).not.toHaveProperty('TRACEPARENT');
  });
});
