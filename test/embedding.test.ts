import { describe, expect, it } from '@jest/globals';
import { assign, createActor, type EventObject, sendTo, setup, toPromise } from 'xstate';
import { queryMachine, sessionMachine } from '../src/actors/machines.js';
import { type ClaudeEvent, queryInput, sessionInput, sessionOrders } from '../src/embedding.js';
import type { Options } from '../src/options/types.js';
import { init, result, talkingCli } from './support/talkingCli.js';

/** A user's machine that asks one question and keeps the answers. */
function asking(options: Options) {
  return setup({
    types: {
      context: {} as { told: EventObject[] },
      events: {} as ClaudeEvent | { type: 'op' },
      output: {} as EventObject[],
    },
    actors: { session: sessionMachine },
    actions: { note: assign({ told: ({ context, event }) => [...context.told, event] }) },
    guards: {
      isRunning: ({ event }) => event.type === 'claude.stateChanged' && event.state === 'running',
      isResult: ({ event }) => event.type === 'claude.message' && event.message.type === 'result',
    },
  }).createMachine({
    context: { told: [] },
    initial: 'talking',
    output: ({ context }) => context.told,
    states: {
      talking: {
        invoke: { src: 'session', id: 'session', input: () => sessionInput(options) },
        on: {
          'claude.stateChanged': [
            {
              guard: 'isRunning',
              actions: ['note', sendTo('session', () => sessionOrders.send('Hello'))],
            },
            { actions: 'note' },
          ],
          'claude.message': [
            { guard: 'isResult', actions: ['note', sendTo('session', sessionOrders.end())] },
            { actions: 'note' },
          ],
          'claude.warning': { actions: 'note' },
          'claude.done': { target: 'over', actions: 'note' },
        },
      },
      over: { type: 'final' },
    },
  });
}

const brief = (events: readonly EventObject[]) =>
  (events as ClaudeEvent[]).map((event) => {
    if (event.type === 'claude.message') return event.message.type;
    if (event.type === 'claude.stateChanged') return event.state;
    return event.type === 'claude.warning' ? event.warning.code : event.type;
  });

describe('a session in a machine of one’s own', () => {
  it('tells it what a user sees, and ends with its outcome', async () => {
    const port = talkingCli();
    const actor = createActor(asking({ port, systemPrompt: 'a', appendSystemPrompt: 'b' })).start();
    const told = await toPromise(actor);
    expect(brief(told)).toEqual([
      'OptionIgnored',
      'starting',
      'initSent',
      'running',
      'system',
      'assistant',
      'result',
      'stopping',
      'stopped',
      'claude.done',
    ]);
    expect(told.at(-1)).toEqual({ type: 'claude.done', outcome: { kind: 'completed' } });
  });

  it('is stopped by its signal', async () => {
    const controller = new AbortController();
    const actor = createActor(
      asking({
        port: talkingCli({ onMessage: () => controller.abort() }),
        signal: controller.signal,
      }),
    ).start();
    const told = await toPromise(actor);
    expect(told.at(-1)).toEqual({
      type: 'claude.done',
      outcome: { kind: 'stopped', reason: 'abort' },
    });
  });

  it('serves the MCP servers of this program, their own messages too', async () => {
    const transports: {
      send(message: object): Promise<void>;
      onmessage?(message: object): void;
    }[] = [];
    const instance = {
      async connect(transport: object) {
        transports.push(transport as (typeof transports)[number]);
      },
    };
    const say = (id: string, message: object) => ({
      type: 'control_request',
      request_id: id,
      request: { subtype: 'mcp_message', server_name: 'clock', message },
    });
    const port = talkingCli({
      onMessage(speak, { uuid }) {
        speak(say('1', { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }));
        speak(say('2', { jsonrpc: '2.0', method: 'notifications/initialized' }));
        queueMicrotask(() => {
          transports[0]?.send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
          setTimeout(() => speak(result('Done.', { user_message_uuids: [uuid] })), 20);
        });
      },
    });
    const mcpServers = { clock: { type: 'sdk' as const, name: 'clock', instance } };
    await toPromise(createActor(asking({ port, mcpServers })).start());
    const own = port.heard.filter(({ request }) => {
      const { subtype } = (request ?? {}) as { subtype?: string };
      return subtype === 'mcp_message';
    });
    expect(own).toMatchObject([
      {
        request: { server_name: 'clock', message: { method: 'notifications/tools/list_changed' } },
      },
    ]);
  });
});

it('a session whose actor is a root hears its signal and tells its warnings', async () => {
  const controller = new AbortController();
  const warnings: string[] = [];
  const input = sessionInput({
    port: talkingCli(),
    signal: controller.signal,
    onWarning: ({ code }) => warnings.push(code),
    systemPrompt: 'a',
    appendSystemPrompt: 'b',
  });
  const actor = createActor(sessionMachine, { input }).start();
  controller.abort();
  expect(await toPromise(actor)).toEqual({ kind: 'stopped', reason: 'abort' });
  expect(warnings).toEqual(['OptionIgnored']);
});

it('a query in a machine of one’s own tells it the same way', async () => {
  const port = talkingCli({
    oneShot(say, process) {
      say('not JSON');
      say(init);
      say(result('Hi.'));
      process.endStdout();
      process.exit({ code: 3 });
    },
  });
  const told: EventObject[] = [];
  const machine = setup({ actors: { query: queryMachine } }).createMachine({
    initial: 'asking',
    on: { '*': { actions: ({ event }) => void told.push(event) } },
    states: {
      asking: {
        invoke: { src: 'query', input: () => queryInput('Hello', { port }), onDone: 'over' },
      },
      over: { type: 'final' },
    },
  });
  await toPromise(createActor(machine).start());
  expect(brief(told)).toEqual([
    'starting',
    'streaming',
    'claude.error',
    'claude.sessionId',
    'system',
    'result',
    'resultReceived',
    'NonZeroExitAfterResult',
    'closed',
    'exited',
    'claude.done',
  ]);
});
