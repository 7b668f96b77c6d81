import { describe, expect, it } from '@jest/globals';
import { assign, createActor, type EventObject, sendTo, setup, toPromise, waitFor } from 'xstate';
import { queryMachine, sessionMachine } from '../src/actors/machines.js';
import { type ClaudeEvent, queryInput, sessionInput, sessionOrders } from '../src/embedding.js';
import type { Options } from '../src/options/types.js';
import { type SessionLogicStart, sessionLogic } from '../src/sessionLogic.js';
import { type FakeCli, fakeCli, type Scenario } from '../src/testing/index.js';
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

describe('a session that is restored with its parent', () => {
  /** Asks when it is told to, and notes what it hears. */
  function chatting(start: (input: { name: string }) => SessionLogicStart) {
    return setup({
      types: {
        context: {} as { heard: ClaudeEvent[] },
        events: {} as ClaudeEvent | { type: 'ask'; text: string },
      },
      actors: { session: sessionLogic(start) },
      actions: {
        note: assign({
          heard: ({ context, event }) => [...context.heard, event as ClaudeEvent],
        }),
        ask: sendTo('claude', ({ event }) =>
          sessionOrders.send(event.type === 'ask' ? event.text : ''),
        ),
      },
    }).createMachine({
      context: { heard: [] },
      invoke: { src: 'session', id: 'claude', input: { name: 'anna' } },
      on: { 'claude.*': { actions: 'note' }, ask: { actions: 'ask' } },
    });
  }
  const isResult = (event: ClaudeEvent) =>
    event.type === 'claude.message' && event.message.type === 'result';
  const isTurn = (event: ClaudeEvent) => event.type === 'claude.turn';
  const argsOf = (cli: FakeCli) =>
    cli.processes.filter(({ args }) => args.includes('--input-format')).map(({ args }) => args);
  const sleeping: Scenario = { turns: [[{ text: 'Hello' }], [{ text: 'Hm' }, { silence: true }]] };

  it('continues the conversation, and says which messages were lost', async () => {
    const cli = fakeCli(sleeping);
    const inputs: unknown[] = [];
    const machine = chatting((input) => {
      inputs.push(input);
      return { prompt: 'First', options: { port: cli.port, env: { TOKEN: 'xyz-secret' } } };
    });
    const before = createActor(machine).start();
    await waitFor(before, ({ context }) => context.heard.some(isResult));
    before.send({ type: 'ask', text: 'Think' });
    await waitFor(before, ({ context }) => {
      const [last] = context.heard.filter(isTurn).slice(-1);
      return last?.type === 'claude.turn' && last.state === 'started';
    });
    const { heard } = before.getSnapshot().context;
    const ids = heard.flatMap((event) =>
      event.type === 'claude.sessionId' ? [event.sessionId] : [],
    );
    expect(ids).toHaveLength(1);
    expect(heard.findIndex(({ type }) => type === 'claude.sessionId')).toBe(0);
    const snapshot = JSON.stringify(before.getPersistedSnapshot());
    expect(snapshot).not.toContain('xyz-secret');
    before.stop();

    const after = createActor(machine, { snapshot: JSON.parse(snapshot) }).start();
    const earlier = heard.length;
    await waitFor(after, ({ context }) =>
      context.heard
        .slice(earlier)
        .some((event) => event.type === 'claude.stateChanged' && event.state === 'running'),
    );
    const told = after.getSnapshot().context.heard.slice(earlier);
    expect(told.filter(isTurn)).toMatchObject([{ state: 'lost', error: { code: 'TurnLost' } }]);
    expect(told).toContainEqual({ type: 'claude.sessionId', sessionId: ids[0] });
    expect(argsOf(cli).map((args) => args.join(' '))).toEqual([
      expect.stringMatching(new RegExp(`--session-id[ =]${ids[0]}`)),
      expect.stringMatching(new RegExp(`--resume[ =]${ids[0]}`)),
    ]);
    after.send({ type: 'ask', text: 'Again' });
    await waitFor(after, ({ context }) => context.heard.slice(earlier).some(isResult));
    expect(inputs).toEqual([{ name: 'anna' }, { name: 'anna' }]);
    expect(cli.processes.at(-1)?.written.join('')).not.toContain('First');
    after.stop();
  });

  it('starts a conversation of which there is nothing to resume', async () => {
    const cli = fakeCli({ turns: [[{ text: 'Hello' }]] });
    const machine = chatting(() => ({ options: { port: cli.port } }));
    const before = createActor(machine).start();
    const snapshot = JSON.parse(JSON.stringify(before.getPersistedSnapshot()));
    before.stop();
    const after = createActor(machine, { snapshot }).start();
    after.send({ type: 'ask', text: 'Hi' });
    await waitFor(after, ({ context }) => context.heard.some(isResult));
    expect(argsOf(cli).at(-1)?.join(' ')).not.toContain('--resume');
    after.stop();
  });

  it('stays over if it was over', async () => {
    const cli = fakeCli({ turns: [[{ text: 'Hello' }]] });
    const machine = chatting(() => ({ options: { port: cli.port } }));
    const before = createActor(machine).start();
    before.getSnapshot().children.claude?.send(sessionOrders.end());
    await waitFor(before, ({ context }) =>
      context.heard.some(({ type }) => type === 'claude.done'),
    );
    const started = argsOf(cli).length;
    const snapshot = JSON.parse(JSON.stringify(before.getPersistedSnapshot()));
    createActor(machine, { snapshot }).start();
    expect(argsOf(cli)).toHaveLength(started);
  });
});

it('a session in a machine of one’s own tells it of permissions, turns, tasks and its id', async () => {
  const { port } = fakeCli({
    turns: [
      [
        { tool: 'Write', input: { file_path: 'a', content: 'b' } },
        { agent: 'Look around', background: true, steps: [{ text: 'Nothing.' }] },
        { text: 'Ok' },
      ],
    ],
  });
  const told: ClaudeEvent[] = [];
  const canUseTool: Options['canUseTool'] = async (_, updatedInput) => ({
    behavior: 'allow',
    updatedInput,
  });
  const machine = setup({
    types: { events: {} as ClaudeEvent },
    actors: { session: sessionMachine },
    actions: { end: sendTo('claude', sessionOrders.end()) },
    guards: { isLast: ({ event }) => event.type === 'claude.turn' && event.state === 'completed' },
  }).createMachine({
    initial: 'asking',
    states: {
      asking: {
        invoke: {
          src: 'session',
          id: 'claude',
          input: () => sessionInput({ port, canUseTool }, 'Write'),
        },
        on: {
          'claude.done': 'over',
          'claude.turn': [
            { guard: 'isLast', actions: [({ event }) => void told.push(event), 'end'] },
            { actions: ({ event }) => void told.push(event) },
          ],
          '*': { actions: ({ event }) => void told.push(event) },
        },
      },
      over: { type: 'final' },
    },
  });
  await toPromise(createActor(machine).start());
  const states = (type: ClaudeEvent['type']) =>
    told.flatMap((event) => (event.type === type && 'state' in event ? [event.state] : []));
  expect(states('claude.permission')).toEqual(['open', 'settled']);
  expect(told.find(({ type }) => type === 'claude.permission')).toMatchObject({
    toolName: 'Write',
  });
  expect(states('claude.turn')).toEqual(['queued', 'started', 'completed']);
  expect(states('claude.task')).toEqual(['running', 'completed']);
  expect(told.filter(({ type }) => type === 'claude.sessionId')).toHaveLength(1);
});
