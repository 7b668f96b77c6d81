import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { createSdkMcpServer, proceed, query, tool } from '../../src/index.js';
import { all } from '../support/all.js';
import {
  bypass,
  gate,
  isRead,
  kinds,
  lastMessage,
  lastResult,
  live,
  never,
  sleepingTool,
  toolAnswered,
} from '../support/liveCli.js';
import { isAlive } from '../support/processes.js';
import { describeCli } from '../support/targets.js';
import { until } from '../support/until.js';

const cli = live();
const interrupted = { subtype: 'error_during_execution', is_error: true };

describeCli('a session', (target) => {
  it('has several turns in one process, and ends when asked to', async () => {
    cli.model = () => [{ text: `Answer ${cli.api.requests.length}.` }];
    const session = await cli.start(target);
    const { pid } = session;
    const first = await all(session.send('One'));
    const second = await all(session.send('Two'));
    expect(kinds(first)).toEqual(['system/init', 'assistant', 'result/success']);
    expect(kinds(second)).toEqual(kinds(first));
    expect([lastResult(first), lastResult(second)]).toMatchObject([
      { result: 'Answer 1.', session_id: session.sessionId },
      { result: 'Answer 2.', session_id: session.sessionId },
    ]);
    const told = JSON.stringify(cli.api.requests[1]?.messages);
    for (const text of ['One', 'Answer 1.', 'Two']) expect(told).toContain(text);
    expect(session.pid).toBe(pid);

    await session.end();
    expect(session.state).toBe('stopped');
    const events = await all(session.events());
    expect(events.at(-1)).toEqual({ type: 'completed' });
    expect(events.filter(({ type }) => type === 'warning')).toEqual([]);
  });

  it('takes up a message at a tool boundary, and both share the result', async () => {
    const sent = gate();
    cli.model = (request) =>
      toolAnswered(request)
        ? [{ text: 'Both.' }]
        : [
            { wait: sent.opened },
            { tool: 'Read', id: 'toolu_1', input: { file_path: '/etc/hostname' } },
          ];
    const session = await cli.start(target);
    const first = session.send('First');
    await until('the first request', () => cli.api.requests.length === 1);
    const second = session.send('Second');
    await isRead(session);
    sent.open();
    const [one, two] = await Promise.all([first.result, second.result]);
    expect(one).toMatchObject({ result: 'Both.', is_error: false });
    expect(two).toBe(one);
    expect(cli.api.requests).toHaveLength(2);
    expect(JSON.stringify(cli.api.requests[1]?.messages)).toContain('Second');
  });

  it('answers a message that waited for its turn with a result of its own', async () => {
    const sent = gate();
    cli.model = (request) =>
      JSON.stringify(request.messages).includes('Second')
        ? [{ text: 'To the second.' }]
        : [{ wait: sent.opened }, { text: 'To the first.' }];
    const session = await cli.start(target);
    const first = session.send('First');
    await until('the first request', () => cli.api.requests.length === 1);
    const second = session.send('Second');
    await isRead(session);
    expect(session.pending.turns).toEqual([first.uuid, second.uuid]);
    sent.open();
    expect(lastResult(await all(first))).toMatchObject({ result: 'To the first.' });
    expect(lastResult(await all(second))).toMatchObject({ result: 'To the second.' });
  });

  it('answers messages that are sent together', async () => {
    // 2.1.197 may go idle before it has read what was written long ago.
    const read = gate();
    cli.model = () => [{ wait: read.opened }, { text: `Answer ${cli.api.requests.length}.` }];
    const session = await cli.start(target);
    const turns = ['One', 'Two', 'Three'].map((text) => session.send(text));
    await isRead(session);
    read.open();
    const [one, two, three] = await Promise.all(turns.map(({ result }) => result));
    expect(one).toMatchObject({ result: 'Answer 1.', is_error: false });
    expect(two).toMatchObject({ result: 'Answer 2.', is_error: false });
    expect(three).toBe(two);
    await session.idle();
    expect(session.pending.turns).toEqual([]);
    const told = JSON.stringify(cli.api.requests.at(-1)?.messages);
    for (const text of ['One', 'Two', 'Three']) expect(told).toContain(text);
  });

  it('can be interrupted before it has begun', async () => {
    cli.model = () => [{ wait: never }];
    const run = query('Say hello', cli.options(target, { mode: 'session' }));
    const noted = run.interrupt();
    const items = await all(run.items());
    await noted;
    const messages = items.flatMap((item) => (item.kind === 'message' ? [item.message] : []));
    expect(lastResult(messages)).toMatchObject(interrupted);
  });

  it('can be interrupted mid-stream, and goes on with the next message', async () => {
    cli.model = (request) =>
      lastMessage(request).includes('Again')
        ? [{ text: 'Hello again.' }]
        : [{ text: 'Once upon' }, { wait: never }];
    const session = await cli.start(target, { includePartialMessages: true });
    const turn = session.send('Tell a story');
    for await (const message of turn) {
      if (message.type === 'stream_event' && message.event.type === 'content_block_stop') {
        await turn.interrupt();
      }
    }
    expect(await turn.result).toMatchObject(interrupted);
    expect(await session.send('Again').result).toMatchObject({ result: 'Hello again.' });
  });

  it('can be interrupted during a tool, whose process goes with it', async () => {
    const sleeper = sleepingTool(cli.box.cwd);
    cli.model = (request) =>
      lastMessage(request).includes('Again') ? [{ text: 'Hello again.' }] : [sleeper.call];
    const session = await cli.start(target, bypass);
    const turn = session.send('Sleep');
    const pid = await sleeper.pid();
    expect(isAlive(pid)).toBe(true);
    await session.interrupt();
    expect(await turn.result).toMatchObject(interrupted);
    await until('the tool to go', () => !isAlive(pid));
    expect(await session.send('Again').result).toMatchObject({ result: 'Hello again.' });
  });

  it('carries 5 MiB both ways: a tool’s result, a tool’s input, a hook’s input', async () => {
    const big = 'x'.repeat(5 * 1024 * 1024);
    const file = join(cli.box.cwd, 'big.txt');
    cli.model = (request) => {
      const answers = JSON.stringify(request.messages).split('tool_result').length - 1;
      if (answers === 0) return [{ tool: 'mcp__store__load', id: 'toolu_1', input: {} }];
      const input = { file_path: file, content: big };
      return answers === 1 ? [{ tool: 'Write', id: 'toolu_2', input }] : [{ text: 'Stored.' }];
    };
    const load = tool('load', 'Loads', { name: z.string().optional() }, async () => ({
      content: [{ type: 'text', text: big }],
    }));
    const hooked: number[] = [];
    const session = await cli.start(target, {
      ...bypass,
      mcpServers: { store: createSdkMcpServer({ name: 'store', tools: [load] }) },
      hooks: {
        PreToolUse: [
          {
            matcher: 'Write',
            hooks: [
              (input) => {
                hooked.push(JSON.stringify(input).length);
                return proceed();
              },
            ],
          },
        ],
      },
    });
    const result = await session.send('Store it').result;
    expect(result).toMatchObject({ result: 'Stored.', is_error: false });
    expect(statSync(file).size).toBe(big.length);
    expect(hooked).toEqual([expect.any(Number)]);
    expect(hooked[0]).toBeGreaterThan(big.length);
    expect(session.health.bytes.out).toBeGreaterThan(big.length);
  });

  it('is one of 20 at once, each with its own answer', async () => {
    cli.model = ({ messages }) => [
      { text: `Answer to ${/Number \d+/.exec(JSON.stringify(messages))?.[0]}` },
    ];
    const numbers = Array.from({ length: 20 }, (_, number) => number);
    const timeouts = { initialize: 110_000 };
    const results = await Promise.all(
      numbers.map(async (number) => {
        const session = await cli.start(target, { timeouts });
        const result = await session.send(`Number ${number}.`).result;
        await session.end();
        return result;
      }),
    );
    expect(results).toMatchObject(
      numbers.map((number) => ({ result: `Answer to Number ${number}`, is_error: false })),
    );
    expect(new Set(results.map(({ session_id }) => session_id)).size).toBe(20);
  });
});
