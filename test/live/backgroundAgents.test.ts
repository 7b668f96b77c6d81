import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { block, type Hook, type Message, proceed, query } from '../../src/index.js';
import { all } from '../support/all.js';
import { bypass, gate, live } from '../support/liveCli.js';
import type { ApiRequest, Saying } from '../support/messagesApi.js';
import { describeCli } from '../support/targets.js';

const cli = live();
const late = () => join(cli.box.cwd, 'late.txt');

/** A main agent that starts one in the background, which writes a file only once it is told to. */
function background(goOn: Promise<void>): (request: ApiRequest) => Promise<Saying[]> {
  return async (request) => {
    const said = JSON.stringify(request.messages);
    if (said.includes('SUBWORK') && !said.includes('START')) {
      if (said.includes('tool_result')) return [{ text: 'Subagent finished.' }];
      await goOn;
      const input = { file_path: late(), content: 'late' };
      return [{ tool: 'Write', id: 'toolu_late', input }];
    }
    if (!said.includes('toolu_bg')) {
      const input = {
        description: 'background work',
        prompt: 'SUBWORK',
        subagent_type: 'general-purpose',
        run_in_background: true,
      };
      return [{ tool: 'Task', id: 'toolu_bg', input }];
    }
    return [{ text: said.includes('completed') ? 'Noted.' : 'Launched.' }];
  };
}

const isSaid = (text: string) => (message: Message) =>
  message.type === 'assistant' && JSON.stringify(message.message.content).includes(text);

/** All that was streamed of texts. */
const streamed = (messages: readonly Message[]) =>
  messages
    .flatMap((message) => (message.type === 'stream_event' ? [message.event] : []))
    .flatMap((event) =>
      event.type === 'content_block_delta' && event.delta.type === 'text_delta'
        ? [event.delta.text]
        : [],
    )
    .join('');

describeCli('a background agent', (target) => {
  it('has its hooks answered after the first result, and input closed only when the run is over', async () => {
    const answered = gate();
    cli.model = background(answered.opened);
    const order: string[] = [];
    const hook: Hook = (input) => {
      if (input.hook_event_name !== 'PreToolUse') return proceed();
      order.push(`hook ${input.tool_name}`);
      return input.tool_name === 'Write' ? block('not that file') : proceed();
    };
    const session = await cli.start(target, {
      ...bypass,
      hooks: { PreToolUse: [{ hooks: [hook] }] },
    });
    session.on('message', (message) => {
      if (message.type === 'result') order.push(`result ${message.origin?.kind ?? 'ours'}`);
    });
    expect(await session.initialization).toHaveProperty('commands');

    const result = await session.send('START').result;
    expect(result).toMatchObject({ subtype: 'success', result: 'Launched.', is_error: false });
    const end = session.end();
    answered.open();
    await end;

    expect(order).toEqual([
      expect.stringMatching(/hook (Task|Agent)/),
      'result ours',
      'hook Write',
      'result task-notification',
    ]);
    expect(existsSync(late())).toBe(false);
    const messages = await all(session.messages());
    expect(messages.filter(({ type }) => type === 'result')).toHaveLength(2);
    const events = await all(session.events());
    expect(
      events.flatMap((event) =>
        'state' in event && event.type === 'stateChanged' ? [event.state] : [],
      ),
    ).toEqual(['starting', 'initSent', 'running', 'stopping', 'stopped']);
    expect(events.filter(({ type }) => type === 'warning')).toEqual([]);
    expect(events.at(-1)).toEqual({ type: 'completed' });
    expect(session.actor.getSnapshot().children).toEqual({});
  });

  it.each([
    { mode: 'oneShot', includePartialMessages: false },
    { mode: 'oneShot', includePartialMessages: true },
    { mode: 'session', includePartialMessages: false },
    { mode: 'session', includePartialMessages: true },
  ] as const)('goes on in a query, which loses nothing and ends with it: %j', async (options) => {
    const answered = gate();
    cli.model = background(answered.opened);
    const messages: Message[] = [];
    for await (const message of query('START', cli.options(target, { ...bypass, ...options }))) {
      messages.push(message);
      if (isSaid('Launched.')(message)) answered.open();
    }
    expect(readFileSync(late(), 'utf8')).toBe('late');
    const results = messages.flatMap((message) =>
      message.type === 'result' && message.subtype === 'success' ? [message.result] : [],
    );
    expect(results).toEqual(['Launched.', 'Noted.']);
    for (const text of ['toolu_bg', 'Launched.', 'toolu_late', 'Noted.']) {
      expect({ text, times: messages.filter(isSaid(text)).length }).toEqual({ text, times: 1 });
    }
    expect(streamed(messages)).toBe(options.includePartialMessages ? 'Launched.Noted.' : '');
    expect(messages).toContainEqual(
      expect.objectContaining({ subtype: 'task_notification', status: 'completed' }),
    );
    expect(messages.at(-1)).toMatchObject({ type: 'result', result: 'Noted.' });
  });
});
