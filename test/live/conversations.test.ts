import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  createSdkMcpServer,
  type HookInput,
  type Options,
  proceed,
  query,
  tool,
} from '../../src/index.js';
import { all } from '../support/all.js';
import { bypass, gate, lastResult, live } from '../support/liveCli.js';
import type { ApiRequest, Saying } from '../support/messagesApi.js';
import { describeCli } from '../support/targets.js';

const cli = live();
const conversation = (request: ApiRequest | undefined) => JSON.stringify(request?.messages);

describeCli('conversations', (target) => {
  const ask = async (prompt: string, more: Options = {}) =>
    lastResult(await all(query(prompt, cli.options(target, more))));

  it('are resumed, continued and forked, by an id that can be chosen', async () => {
    const sessionId = randomUUID();
    cli.model = () => [{ text: 'The word is heron.' }];
    expect(await ask('Tell me the word', { sessionId })).toMatchObject({ session_id: sessionId });

    cli.model = () => [{ text: 'It was heron.' }];
    const continued = await ask('Continued', { continue: true });
    expect(continued.session_id).toBe(sessionId);
    expect(conversation(cli.api.requests[1])).toContain('The word is heron.');

    const forked = await ask('Forked', { resume: sessionId, forkSession: true });
    expect(forked.session_id).not.toBe(sessionId);
    expect(conversation(cli.api.requests[2])).toContain('Continued');

    const session = await cli.start(target, { resume: sessionId });
    expect(await session.send('Resumed').result).toMatchObject({ session_id: sessionId });
    expect(session.sessionId).toBe(sessionId);
    expect(conversation(cli.api.requests[3])).toContain('The word is heron.');
    expect(conversation(cli.api.requests[3])).not.toContain('Forked');
  });

  it('cannot be resumed by a value that looks like a flag: it stays a value', async () => {
    const file = join(cli.box.cwd, 'forbidden.txt');
    cli.model = () => [{ tool: 'Write', id: 'toolu_1', input: { file_path: file, content: 'x' } }];
    const resume = '--dangerously-skip-permissions';
    await expect(ask('Write', { resume, mode: 'oneShot' })).rejects.toMatchObject({
      code: 'ConversationNotFound',
      message: expect.stringContaining(resume),
    });
    const session = cli.start(target, { resume });
    await expect(session).rejects.toMatchObject({ message: expect.stringContaining(resume) });
    expect(cli.api.requests).toHaveLength(0);
    expect(existsSync(file)).toBe(false);
  });

  it('take definitions of agents that no argument could hold', async () => {
    const agents = Object.fromEntries(
      Array.from({ length: 30 }, (_, number) => [
        `poet-${number}`,
        { description: `Poet ${number}`, prompt: `RHYME-${number} ${'x'.repeat(10 * 1024)}` },
      ]),
    );
    cli.model = (request) => {
      if (JSON.stringify(request.system).includes('RHYME-29')) return [{ text: 'A rhyme.' }];
      const input = { description: 'd', prompt: 'SUBTASK', subagent_type: 'poet-29' };
      return conversation(request).includes('tool_result')
        ? [{ text: 'Done.' }]
        : [{ tool: 'Agent', id: 'toolu_1', input }];
    };
    const session = await cli.start(target, { agents, ...bypass });
    const names = (await session.supportedAgents()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(agents)));
    expect(await session.send('Write a poem').result).toMatchObject({ is_error: false });
    await session.idle();
    const systems = cli.api.requests.map(({ system }) => JSON.stringify(system));
    expect(systems.some((system) => system.includes('RHYME-29'))).toBe(true);
  });

  it('go on in the background after the first result: hooks, MCP calls, and only then the end', async () => {
    const order: string[] = [];
    const answered = gate();
    const file = join(cli.box.cwd, 'late.txt');
    const isSubagent = (request: ApiRequest) =>
      conversation(request).includes('SUBTASK') && !conversation(request).includes('Start it');
    cli.model = async (request): Promise<Saying[]> => {
      const said = conversation(request);
      if (isSubagent(request)) {
        if (said.includes('toolu_late')) return [{ text: 'Subagent finished.' }];
        await answered.opened;
        return [
          { tool: 'mcp__notes__note', id: 'toolu_note', input: { text: 'late' } },
          { tool: 'Write', id: 'toolu_late', input: { file_path: file, content: 'late' } },
        ];
      }
      if (said.includes('toolu_agent')) return [{ text: 'Launched.' }];
      const input = {
        description: 'background work',
        prompt: 'SUBTASK',
        subagent_type: 'general-purpose',
        run_in_background: true,
      };
      return [{ tool: 'Agent', id: 'toolu_agent', input }];
    };
    const note = tool('note', 'Takes a note', { text: z.string() }, async ({ text }) => {
      order.push(`MCP ${text}`);
      return { content: [{ type: 'text', text: 'Noted.' }] };
    });
    const hook = (input: HookInput) => {
      if (input.hook_event_name === 'PreToolUse') order.push(`hook ${input.tool_name}`);
      if (input.hook_event_name === 'SubagentStop') order.push('hook SubagentStop');
      return proceed();
    };
    const session = await cli.start(target, {
      ...bypass,
      mcpServers: { notes: createSdkMcpServer({ name: 'notes', tools: [note] }) },
      hooks: { PreToolUse: [{ hooks: [hook] }], SubagentStop: [{ hooks: [hook] }] },
    });
    session.on('message', (message) => {
      if (message.type === 'result') order.push(`result ${message.origin?.kind ?? 'ours'}`);
    });
    const result = await session.send('Start it').result;
    expect(result).toMatchObject({ result: 'Launched.', is_error: false });
    expect(session.tasks).toMatchObject([{ taskType: 'local_agent' }]);
    const end = session.end().then(() => order.push('end'));
    answered.open();
    await end;

    expect(existsSync(file)).toBe(true);
    expect(order.slice(0, 2)).toEqual([expect.stringMatching(/hook (Task|Agent)/), 'result ours']);
    expect(order.slice(2, -1).sort()).toEqual([
      'MCP late',
      'hook SubagentStop',
      'hook Write',
      'hook mcp__notes__note',
      'result task-notification',
    ]);
    expect(order.at(-1)).toBe('end');
    const events = await all(session.events());
    expect(events.filter(({ type }) => type === 'warning')).toEqual([]);
    expect(events.at(-1)).toEqual({ type: 'completed' });
  });
});
