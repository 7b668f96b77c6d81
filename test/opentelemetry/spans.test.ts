import { describe, expect, it } from '@jest/globals';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { block, proceed } from '../../src/codec/hooks.js';
import { startSession } from '../../src/startSession.js';
import { fakeCli } from '../../src/testing/fakeCli.js';
import { ask, bash, talk, talkTree } from './runs.js';
import { traced } from './traced.js';

describe('the spans of a run', () => {
  it('are nested: session, turn, tool, and the callbacks about the tool', async () => {
    const { telemetry, tree, open } = traced();
    const { port } = fakeCli(bash('touch x'));
    const session = await startSession({
      options: {
        port,
        telemetry,
        hooks: { PreToolUse: [{ hooks: [() => ({})] }], Stop: [{ hooks: [() => proceed()] }] },
        canUseTool: async (_name, input) => ({ behavior: 'allow', updatedInput: input }),
      },
    });
    await session.setModel('sonnet');
    await session.send('Go').result;
    await session.end();
    expect(tree()).toEqual([
      'claude.session',
      '  control initialize',
      '  control set_model',
      '  invoke_agent claude-code',
      '    execute_tool Bash',
      '      hook PreToolUse',
      '      permission Bash',
      '    hook Stop',
    ]);
    expect(open()).toEqual([]);
  });

  it('are the same for a one-shot query', async () => {
    const { telemetry, tree, span, open } = traced();
    const { port } = fakeCli(bash('echo hi'));
    await ask({ mode: 'oneShot', port, telemetry, allowedTools: ['Bash'], model: 'sonnet' });
    expect(tree()).toEqual([
      'claude.session',
      '  invoke_agent claude-code',
      '    execute_tool Bash',
    ]);
    expect(span('claude.session').attributes).toMatchObject({
      'claude.mode': 'oneShot',
      'claude.cli.exit_code': 0,
    });
    expect(open()).toEqual([]);
  });

  it("put a subagent's tools below the tool that runs it, whatever comes first", async () => {
    const { telemetry, tree, open } = traced();
    const { port } = fakeCli({
      turns: [
        [
          { agent: 'look', prompt: 'Look', steps: [{ tool: 'Bash', input: { command: 'ls' } }] },
          { text: 'Done.' },
        ],
      ],
    });
    await talk({
      port,
      telemetry,
      allowedTools: ['Bash'],
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [() => ({})] }] },
    });
    expect(tree()).toEqual(
      talkTree('    execute_tool Task', '      execute_tool Bash', '        hook PreToolUse'),
    );
    expect(open()).toEqual([]);
  });

  it('let a background agent outlive the turn that started it', async () => {
    const { telemetry, tree, span, open } = traced();
    const { port } = fakeCli({
      turns: [
        [
          {
            agent: 'look',
            background: true,
            takes: 5,
            steps: [{ tool: 'Bash', input: { command: 'ls' } }, { text: 'Seen.' }],
            afterwards: [{ text: 'The agent is back.' }],
          },
          { text: 'It works.' },
        ],
      ],
    });
    await talk({ port, telemetry, allowedTools: ['Bash'] });
    expect(tree()).toEqual(talkTree('    execute_tool Task', '      execute_tool Bash'));
    expect(span('execute_tool Bash').attributes).not.toHaveProperty('claude.tool.unfinished');
    expect(open()).toEqual([]);
  });

  it('have one turn for each message, with its own tools', async () => {
    const { telemetry, tree, spans } = traced();
    const { port } = fakeCli({
      turns: [
        [{ tool: 'Read', input: { file_path: 'a' } }, { text: 'One.' }],
        [{ tool: 'Glob', result: 'b' }, { text: 'Two.' }],
      ],
      files: { a: 'x' },
    });
    const session = await startSession({ options: { port, telemetry, allowedTools: ['Glob'] } });
    const turns = [session.send('one')];
    await turns[0]?.result;
    turns.push(session.send('two'));
    await turns[1]?.result;
    await session.end();
    expect(tree().slice(2)).toEqual([
      '  invoke_agent claude-code',
      '    execute_tool Read',
      '  invoke_agent claude-code',
      '    execute_tool Glob',
    ]);
    const uuids = spans().flatMap(({ attributes }) => attributes['claude.turn.uuid'] ?? []);
    expect(uuids).toEqual(turns.map(({ uuid }) => uuid));
  });
});

describe('turns that share a result', () => {
  it('count its tokens once', async () => {
    const { telemetry, spans } = traced();
    const { port } = fakeCli({
      turns: [[{ tool: 'Bash', input: { command: 'ls' } }, { text: 'Both.' }]],
    });
    const session = await startSession({ options: { port, telemetry } });
    const turns = [session.send('one'), session.send('two')];
    const results = await Promise.all(turns.map(({ result }) => result));
    await session.end();
    expect(new Set(results).size).toBe(1);
    const told = spans().filter(({ name }) => name.startsWith('invoke_agent'));
    expect(told).toHaveLength(2);
    expect(
      told.filter(({ attributes }) => 'gen_ai.usage.output_tokens' in attributes),
    ).toHaveLength(1);
  });
});

describe('span attributes', () => {
  it('follow the GenAI conventions: conversation, models, tokens, tools', async () => {
    const { telemetry, span, spans } = traced();
    const { port } = fakeCli(bash('echo hi'));
    const session = await startSession({
      options: { port, telemetry, model: 'sonnet', allowedTools: ['Bash'] },
    });
    const { session_id: id, usage } = await session.send('Go').result;
    await session.end();
    expect(span('invoke_agent claude-code')).toMatchObject({
      kind: SpanKind.CLIENT,
      status: { code: SpanStatusCode.UNSET },
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.provider.name': 'anthropic',
        'gen_ai.agent.name': 'claude-code',
        'gen_ai.conversation.id': id,
        'gen_ai.request.model': 'sonnet',
        'gen_ai.response.model': expect.stringContaining('claude-'),
        'gen_ai.usage.input_tokens':
          usage.input_tokens +
          (usage.cache_read_input_tokens ?? 0) +
          (usage.cache_creation_input_tokens ?? 0),
        'gen_ai.usage.output_tokens': usage.output_tokens,
        'gen_ai.response.finish_reasons': ['end_turn'],
        'claude.turn.state': 'completed',
        'claude.turn.result': 'success',
      },
    });
    expect(span('execute_tool Bash')).toMatchObject({
      kind: SpanKind.INTERNAL,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'Bash',
        'gen_ai.tool.call.id': expect.any(String),
        'gen_ai.conversation.id': id,
      },
    });
    expect(span('claude.session').attributes['gen_ai.conversation.id']).toBe(id);
    for (const { attributes } of spans()) {
      expect(attributes['gen_ai.provider.name']).toBe('anthropic');
    }
  });

  it('include the decisions of hooks and permissions', async () => {
    const { telemetry, span, spans } = traced();
    const { port } = fakeCli({
      turns: [
        [
          { tool: 'Bash', input: { command: 'rm x' } },
          { tool: 'Write', input: { file_path: 'a', content: 'b' } },
          { text: 'Done.' },
        ],
      ],
    });
    await ask({
      port,
      telemetry,
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [() => block('no')] }] },
      canUseTool: async () => ({ behavior: 'deny', message: 'no' }),
    });
    expect(span('hook PreToolUse').attributes).toMatchObject({
      'claude.hook.event': 'PreToolUse',
      'claude.hook.decision': 'deny',
      'gen_ai.tool.name': 'Bash',
      'claude.callback.result': 'answered',
    });
    expect(span('permission Write').attributes).toMatchObject({
      'claude.permission.decision': 'deny',
      'gen_ai.tool.name': 'Write',
    });
    const tools = spans().filter(({ name }) => name.startsWith('execute_tool'));
    for (const tool of tools) {
      expect(tool.status.code).toBe(SpanStatusCode.ERROR);
      expect(tool.attributes['error.type']).toBe('tool_error');
    }
    expect(tools).toHaveLength(2);
  });

  it('are accompanied by warnings as events of the session', async () => {
    const { telemetry, span } = traced();
    const session = await startSession({
      options: {
        port: fakeCli().port,
        telemetry,
        systemPrompt: 'a',
        appendSystemPrompt: 'b',
      },
    });
    await session.end();
    expect(span('claude.session').events).toEqual([
      expect.objectContaining({
        name: 'warning',
        attributes: { 'claude.warning.code': 'OptionIgnored' },
      }),
    ]);
  });
});
