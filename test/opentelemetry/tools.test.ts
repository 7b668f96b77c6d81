import { describe, expect, it } from '@jest/globals';
import { startSession } from '../../src/startSession.js';
import { leave, observedRun, success } from '../actors/observing/observedRun.js';
import { settle } from '../support/simulated.js';
import { traced } from './traced.js';

const use = (id: string, name: string, parent: string | null = null) => ({
  type: 'assistant',
  message: { content: [{ type: 'tool_use', id, name, input: {} }] },
  parent_tool_use_id: parent,
});
const result = (id: string, parent: string | null = null) => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'x' }] },
  parent_tool_use_id: parent,
});
const taskStarted = (task: string, tool: string) => ({
  type: 'system',
  subtype: 'task_started',
  task_id: task,
  tool_use_id: tool,
  task_type: 'local_agent',
  description: 'work',
});
const taskEnded = (task: string) => ({
  type: 'system',
  subtype: 'task_notification',
  task_id: task,
  status: 'completed',
});
const hookOf = (tool: string, name: string, agent?: string) => ({
  type: 'control_request',
  request_id: `hook of ${tool}`,
  request: {
    subtype: 'hook_callback',
    callback_id: 'hook_0',
    input: { hook_event_name: 'PreToolUse', tool_name: name, tool_input: {}, agent_id: agent },
    tool_use_id: tool,
  },
});

async function working() {
  const spans = traced();
  const run = observedRun({
    telemetry: spans.telemetry,
    hooks: { PreToolUse: [{ hooks: [() => ({})] }] },
  });
  const session = await startSession({ options: run.options });
  const turn = session.send('Go');
  await settle();
  const end = async () => {
    turn.result.catch(() => {});
    leave(run.process());
    await session.end().catch(() => {});
    await settle();
  };
  return { ...spans, say: run.say, end };
}

describe('the spans of tools', () => {
  it("start with a hook that comes before the model's message", async () => {
    const { say, tree, end } = await working();
    say(hookOf('t', 'Bash'));
    await settle();
    say(use('t', 'Bash'), result('t'), success);
    await end();
    expect(tree().slice(2)).toEqual([
      '  invoke_agent claude-code',
      '    execute_tool Bash',
      '      hook PreToolUse',
    ]);
  });

  it('are children of the tool that is named as their parent, or whose agent is', async () => {
    const { say, tree, end } = await working();
    say(use('agent', 'Task'), use('one', 'Read', 'agent'), taskStarted('a1', 'agent'));
    say(hookOf('two', 'Bash', 'a1'));
    await settle();
    say(use('two', 'Bash', 'agent'), result('two', 'agent'), result('one', 'agent'));
    say(result('agent'), taskEnded('a1'), success);
    await end();
    expect(tree().slice(2)).toEqual([
      '  invoke_agent claude-code',
      '    execute_tool Task',
      '      execute_tool Read',
      '      execute_tool Bash',
      '        hook PreToolUse',
    ]);
  });

  it('end with the turn if they have no result, except for tools of a background agent', async () => {
    const { say, open, span, end } = await working();
    say(use('agent', 'Task'), taskStarted('a1', 'agent'), result('agent'), use('lost', 'Bash'));
    say(use('late', 'Read', 'agent'), success);
    await settle();
    expect(open()).toEqual(['claude.session', 'execute_tool Read']);
    expect(span('execute_tool Bash').attributes['claude.tool.unfinished']).toBe(true);
    expect(span('execute_tool Task').attributes).not.toHaveProperty('claude.tool.unfinished');
    say(result('late', 'agent'), taskEnded('a1'));
    expect(open()).toEqual(['claude.session']);
    await end();
    expect(open()).toEqual([]);
  });

  it('are not started twice, nor ended by an unrelated result', async () => {
    const { say, tree, end } = await working();
    say(result('unknown'), use('t', 'Bash'), use('t', 'Bash'), result('t'), success);
    await end();
    expect(tree().slice(3)).toEqual(['    execute_tool Bash']);
  });

  it('survive malformed frames', async () => {
    const { say, tree, open, end } = await working();
    const content = [null, 5, { type: 'tool_use' }, { type: 'tool_use', id: 7, name: 8 }];
    say({ type: 'assistant' }, { type: 'assistant', message: { content } });
    say(
      { type: 'user', message: { content: 'text' } },
      { type: 'system', subtype: 'task_started' },
    );
    say(use('t', 'Bash'), result('t'), { type: 'result' });
    await end();
    expect(tree()).toContain('    execute_tool Bash');
    expect(open()).toEqual([]);
  });
});
