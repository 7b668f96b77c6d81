import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, jest } from '@jest/globals';
import { userCallbacks } from '../../src/actors/callbacks/userCallbacks.js';
import { cliLaunch } from '../../src/actors/process/cliLaunch.js';
import { SessionRuntime } from '../../src/actors/sessionRuntime.js';
import { encodeRequest, userMessageLine } from '../../src/codec/control.js';
import { hookRegistrations } from '../../src/codec/hookRegistrations.js';
import { block, proceed } from '../../src/codec/hooks.js';
import type { Message } from '../../src/codec/messages.js';
import type { SessionEmitted } from '../../src/machines/session/sessionTypes.js';
import type { HookCallback } from '../../src/options/callbackTypes.js';
import {
  type ApiRequest,
  type MessagesApi,
  messagesApi,
  type Saying,
} from '../support/messagesApi.js';
import { type Sandbox, sandbox } from '../support/sandbox.js';
import { describeCli } from '../support/targets.js';

jest.setTimeout(120_000);

const turnId = '11111111-1111-4111-8111-111111111111';
let api: MessagesApi | undefined;
let box: Sandbox | undefined;

afterEach(async () => {
  await api?.close();
  box?.remove();
});

/** A main agent that starts a background agent; that one writes a file long after the first result. */
function script(fileOf: () => string): (request: ApiRequest) => Promise<Saying[]> {
  return async (request) => {
    const conversation = JSON.stringify(request.messages);
    const isSubagent = conversation.includes('SUBWORK') && !conversation.includes('START');
    if (isSubagent) {
      if (conversation.includes('tool_result')) return [{ text: 'Subagent finished.' }];
      await new Promise((resolve) => setTimeout(resolve, 1500));
      const input = { file_path: fileOf(), content: 'late' };
      return [{ tool: 'Write', id: 'toolu_late', input }];
    }
    if (!conversation.includes('toolu_bg')) {
      const input = {
        description: 'background work',
        prompt: 'SUBWORK',
        subagent_type: 'general-purpose',
        run_in_background: true,
      };
      return [{ tool: 'Task', id: 'toolu_bg', input }];
    }
    return [{ text: conversation.includes('completed') ? 'Noted.' : 'Launched.' }];
  };
}

describeCli('a session at work', ({ path, env }) => {
  it('answers hooks after the first result and closes input only when the run is over', async () => {
    api = await messagesApi(script(() => join(box?.cwd ?? '', 'late.txt')));
    box = sandbox(api.url);
    const events: SessionEmitted[] = [];
    const order: string[] = [];
    const hook: HookCallback = (input) => {
      if (input.hook_event_name !== 'PreToolUse') return proceed();
      order.push(`hook ${input.tool_name}`);
      return input.tool_name === 'Write' ? block('not that file') : proceed();
    };
    const { wire, registrations } = hookRegistrations({ PreToolUse: [{ hooks: [hook] }] });
    const launch = cliLaunch({
      mode: 'session',
      args: [
        ...['--output-format', 'stream-json', '--input-format', 'stream-json', '--verbose'],
        ...['--permission-mode=bypassPermissions', '--allow-dangerously-skip-permissions'],
      ],
      cliPath: path,
      cwd: box.cwd,
      env: { ...box.env, ...env },
      envMode: 'replace',
      callbacks: userCallbacks({ hooks: registrations.map((one) => ({ ...one, run: hook })) }),
    });
    const session = new SessionRuntime(
      {
        launch,
        initialize: encodeRequest('initialize', { hooks: wire }),
        prompt: [{ uuid: turnId, line: userMessageLine({ content: 'START', uuid: turnId }) }],
      },
      {
        onEvent: (event) => {
          events.push(event);
          if (event.type === 'messages') {
            for (const { message } of event.frames) {
              if (message.type === 'result') order.push(`result ${message.origin?.kind ?? 'ours'}`);
            }
          }
        },
      },
    );
    const messages: Message[] = [];
    const reading = (async () => {
      for await (const frame of session.messages.iterate()) messages.push(frame.message);
    })();
    session.start();
    await session.started;
    expect(await session.initialization).toHaveProperty('commands');

    const result = await session.resultOf(turnId);
    expect(result).toMatchObject({ subtype: 'success', result: 'Launched.', is_error: false });
    const outcome = await session.end();
    await reading;

    expect(outcome).toEqual({ kind: 'completed' });
    expect(order).toEqual([
      expect.stringMatching(/hook (Task|Agent)/),
      'result ours',
      'hook Write',
      'result task-notification',
    ]);
    expect(existsSync(join(box.cwd, 'late.txt'))).toBe(false);
    expect(messages.filter((message) => message.type === 'result')).toHaveLength(2);
    expect(events.filter((event) => event.type === 'stateChanged')).toMatchObject([
      { state: 'starting' },
      { state: 'initSent' },
      { state: 'running' },
      { state: 'stopping' },
      { state: 'stopped' },
    ]);
    expect(events.filter((event) => event.type === 'warning')).toEqual([]);
    expect(session.actor.getSnapshot().children).toEqual({});
  });
});
