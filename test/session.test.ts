import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Options } from '../src/options/types.js';
import { query } from '../src/query.js';
import type { Session } from '../src/session.js';
import type { SessionEvent } from '../src/sessionEvents.js';
import { startSession } from '../src/startSession.js';
import { all } from './support/all.js';
import { settle } from './support/simulated.js';
import {
  agree,
  assistant,
  init,
  lifecycle,
  result,
  sessionId,
  state,
  type Talk,
  type TalkingCli,
  talkingCli,
  turnFrames,
} from './support/talkingCli.js';

const open: Session[] = [];

afterEach(async () => {
  for (const session of open.splice(0)) await session.stop();
});

async function start(
  talk: Talk = {},
  options: Options = {},
  prompt?: string,
): Promise<{ session: Session; port: TalkingCli }> {
  const port = talkingCli(talk);
  const session = await startSession({ prompt, options: { port, ...options } });
  open.push(session);
  return { session, port };
}

/** Leaves the request to take a message back to the test. */
const notTakingBack: Talk['onRequest'] = (request) =>
  request.subtype === 'cancel_async_message' ? undefined : agree(request);

function answerToLast({ heard }: TalkingCli, response: object): object {
  const request_id = heard.at(-1)?.request_id;
  return { type: 'control_response', response: { subtype: 'success', request_id, response } };
}

const line = (frame: object) => `${JSON.stringify(frame)}\n`;
const types = (messages: readonly { type: string }[]) => messages.map(({ type }) => type);

describe('a session', () => {
  it('is running once it is there, and knows what the CLI told it', async () => {
    const { session } = await start();
    expect(session.state).toBe('running');
    expect(session.pid).toBe(4711);
    expect(await session.initialization).toHaveProperty('commands');
    expect(await session.supportedModels()).toMatchObject([{ value: 'sonnet' }]);
    expect(await session.accountInfo()).toEqual({ email: 'dev@example.com' });
  });

  it('rejects with why the start failed', async () => {
    const port = talkingCli({
      onRequest: () => 'no such agent',
    });
    await expect(startSession({ options: { port } })).rejects.toMatchObject({
      code: 'InitializeRejected',
    });
  });

  it('sends its prompt first, and has the turn of it', async () => {
    const { session, port } = await start({}, {}, 'Hello');
    expect(await session.firstTurn?.result).toMatchObject({ result: 'You said "Hello"' });
    expect(port.heard[1]).toMatchObject({ message: { content: 'Hello' } });
    expect(session.sessionId).toBe(sessionId);
  });

  it('closes input when the run is over, and then is stopped', async () => {
    const { session, port } = await start();
    session.send('One');
    await session.end();
    expect(port.process.ended).toBe(true);
    expect(session.state).toBe('stopped');
  });

  it('rejects end() with what went wrong', async () => {
    const { session } = await start({
      onMessage(_, __, process) {
        process.endStdout();
        process.exit({ code: 7 });
      },
    });
    const turn = session.send('One');
    await expect(session.end()).rejects.toMatchObject({
      code: 'ProcessError',
      details: {
        stage: 'run',
        exitCode: 7,
        pid: 4711,
        uptimeMs: expect.any(Number),
        cliPath: 'claude',
        argv: expect.arrayContaining(['--verbose']),
      },
    });
    await expect(turn.result).rejects.toMatchObject({ code: 'TurnLost' });
    await expect(all(turn)).rejects.toMatchObject({ code: 'TurnLost' });
  });

  it('can be stopped twice, and refuses what is asked for afterwards', async () => {
    const { session } = await start();
    await Promise.all([session.stop(), session.stop()]);
    await session.stop();
    await expect(session.send('One').result).rejects.toMatchObject({ code: 'SessionStopped' });
    await expect(session.setModel('opus')).rejects.toMatchObject({ code: 'SessionStopped' });
    await session.idle();
    await session.end();
  });

  it('is stopped by its signal', async () => {
    const controller = new AbortController();
    const { session } = await start({}, { signal: controller.signal });
    const events = all(session.events());
    controller.abort();
    expect((await events).at(-1)).toEqual({ type: 'stopped', reason: 'abort' });
  });

  it('is not started by a signal that was aborted before', async () => {
    const port = talkingCli();
    const started = startSession({ options: { port, signal: AbortSignal.abort() } });
    await expect(started).rejects.toMatchObject({ code: 'Aborted' });
  });

  it('is stopped when it is disposed of', async () => {
    const { session } = await start();
    await session[Symbol.asyncDispose]();
    expect(session.state).toBe('stopped');
  });

  it('resolves idle() once every message is answered', async () => {
    const { session, port } = await start({ onMessage() {} });
    const turn = session.send('One');
    let isIdle = false;
    session.idle().then(() => {
      isIdle = true;
    });
    await settle();
    expect(isIdle).toBe(false);
    for (const frame of turnFrames(turn.uuid, 'Done.')) {
      port.process.stdout(`${JSON.stringify(frame)}\n`);
    }
    await settle();
    expect(isIdle).toBe(true);
  });

  it('tells what waits and what its process has done', async () => {
    const { session } = await start({ onMessage() {}, onRequest: askedOnce });
    const turn = session.send('One');
    session.getContextUsage().catch(() => {});
    await settle();
    expect(session.pending).toMatchObject({
      requests: [{ subtype: 'get_context_usage' }],
      callbacks: [],
      turns: [turn.uuid],
    });
    const { health } = session;
    expect(health).toMatchObject({ pid: 4711, frames: { in: 1, out: 3 }, stderrLines: 0 });
    expect(health.bytes.in).toBeGreaterThan(100);
    expect(health.startedAt).toBeInstanceOf(Date);
  });
});

function askedOnce(request: Record<string, unknown>) {
  return request.subtype === 'initialize' ? agree(request) : undefined;
}

describe('bad messages', () => {
  it.each(['', ' \n', 'a\0b', []])('such as %j are told at once', async (content) => {
    const { session } = await start();
    expect(() => session.send(content)).toThrow(expect.objectContaining({ code: 'InvalidPrompt' }));
  });

  it('that are not JSON are told at once, and nothing is sent', async () => {
    const { session, port } = await start();
    const block = { type: 'text' as const, text: 5n as unknown as string };
    expect(() => session.send([block])).toThrow(expect.objectContaining({ code: 'EncodeError' }));
    expect(types(port.heard as { type: string }[])).toEqual(['control_request']);
  });
});

describe('turns', () => {
  it('have their own messages and result', async () => {
    const { session } = await start();
    for (const text of ['One', 'Two']) {
      const turn = session.send(text);
      expect(types(await all(turn))).toEqual(['system', 'assistant', 'result']);
      expect(await turn.result).toMatchObject({ result: `You said "${text}"` });
    }
  });

  it('keep their messages for one who comes later', async () => {
    const { session } = await start();
    const turn = session.send('One');
    const after = session.send('Two');
    await after.result;
    expect(types(await all(turn))).toEqual(['system', 'assistant', 'result']);
    expect(await all(after)).toMatchObject([{}, {}, { result: 'You said "Two"' }]);
    // What was read is over.
    expect(await all(turn)).toEqual([]);
  });

  it('share the result of the turn that took them up', async () => {
    const { session, port } = await start({ onMessage() {} });
    const [first, second] = [session.send('One'), session.send('Two')];
    await settle();
    const say = (frame: object) => port.process.stdout(`${JSON.stringify(frame)}\n`);
    for (const uuid of [first.uuid, second.uuid]) say(lifecycle(uuid, 'queued'));
    say(lifecycle(first.uuid, 'started'));
    say(init);
    say(assistant('Working.'));
    say(lifecycle(second.uuid, 'started'));
    say(assistant('Both.'));
    say(result('Both.', { user_message_uuids: [first.uuid, second.uuid] }));
    say(state('idle'));
    expect(await first.result).toBe(await second.result);
    expect(types(await all(first))).toEqual(['system', 'assistant', 'assistant', 'result']);
    expect(types(await all(second))).toEqual(['assistant', 'result']);
  });

  it('of a CLI that tells nothing end with a result all the same', async () => {
    const { session, port } = await start({ onMessage() {} });
    const [first, second] = [session.send('One'), session.send('Two')];
    await settle();
    const say = (frame: object) => port.process.stdout(`${JSON.stringify(frame)}\n`);
    for (const frame of [
      state('running'),
      init,
      assistant('Both.'),
      result('Both.'),
      state('idle'),
    ]) {
      say(frame);
    }
    expect(types(await all(first))).toEqual(['system', 'assistant', 'result']);
    expect(await all(second)).toMatchObject([{ type: 'result', result: 'Both.' }]);
  });

  it('can be left early without harm', async () => {
    const { session } = await start();
    const turn = session.send('One');
    for await (const message of turn) {
      expect(message.type).toBe('system');
      break;
    }
    expect(await all(turn)).toEqual([]);
    expect(await turn.result).toMatchObject({ type: 'result' });
  });

  it('that nobody reads do not pile up: the oldest are let go, and say so', async () => {
    const { session } = await start();
    const turns = Array.from({ length: 20 }, (_, index) => session.send(`Message ${index}`));
    await turns.at(-1)?.result;
    await expect(all(turns[0])).rejects.toMatchObject({ code: 'ConsumerTooSlow' });
    expect(await all(turns[19])).toHaveLength(3);
  });

  it('are interrupted while they run, and taken back while they wait', async () => {
    const { session, port } = await start({ onMessage() {} });
    const [first, second] = [session.send('One'), session.send('Two')];
    await settle();
    await first.interrupt();
    expect(port.heard.at(-1)).toMatchObject({ request: { subtype: 'interrupt' } });
    await second.interrupt();
    expect(port.heard.at(-1)).toMatchObject({
      request: { subtype: 'cancel_async_message', message_uuid: second.uuid },
    });
  });

  it('that the CLI took back are discarded, and get no result of another', async () => {
    const { session, port } = await start({ onMessage() {}, onRequest: notTakingBack });
    const [first, second] = [session.send('One'), session.send('Two')];
    await settle();
    const taken = second.interrupt();
    await settle();
    const frames = [answerToLast(port, { cancelled: true }), result('One.'), state('idle')];
    port.process.stdout(frames.map(line).join(''));
    await taken;
    await expect(second.result).rejects.toMatchObject({ code: 'TurnDiscarded' });
    expect(await first.result).toMatchObject({ result: 'One.' });
  });

  it('that the CLI has taken up already are interrupted', async () => {
    const { session, port } = await start({
      onMessage() {},
      onRequest: (request) =>
        request.subtype === 'cancel_async_message' ? { cancelled: false } : agree(request),
    });
    const states: string[] = [];
    const [first, second] = [session.send('One'), session.send('Two')];
    session.on('turn', ({ uuid, state }) => void (uuid === second.uuid && states.push(state)));
    await settle();
    await second.interrupt();
    expect(port.heard.slice(-2)).toMatchObject([
      { request: { subtype: 'cancel_async_message' } },
      { request: { subtype: 'interrupt' } },
    ]);
    const aborted = { is_error: true, user_message_uuids: [first.uuid, second.uuid] };
    for (const frame of [
      lifecycle(second.uuid, 'started'),
      lifecycle(second.uuid, 'cancelled'),
      result('Aborted.', aborted),
      state('idle'),
    ]) {
      port.process.stdout(line(frame));
    }
    expect(await second.result).toBe(await first.result);
    expect(states).toEqual(['started', 'interrupted']);
  });

  it('that were answered while they were being taken back let the next one run', async () => {
    const { session, port } = await start({ onMessage() {}, onRequest: notTakingBack });
    const [, second] = [session.send('One'), session.send('Two')];
    await settle();
    const taken = second.interrupt();
    await settle();
    port.process.stdout(line(result('Two.', { user_message_uuids: [second.uuid] })));
    port.process.stdout(line(answerToLast(port, { cancelled: false })));
    await taken;
    expect(port.heard.at(-1)).toMatchObject({ request: { subtype: 'cancel_async_message' } });
  });

  it('that the CLI discards say so', async () => {
    const { session } = await start({
      onMessage: (say, { uuid }) => {
        say(lifecycle(uuid, 'queued'));
        say(lifecycle(uuid, 'cancelled'));
        say(state('idle'));
      },
    });
    const turn = session.send('One');
    await expect(turn.result).rejects.toMatchObject({ code: 'TurnDiscarded' });
    await expect(all(turn)).rejects.toMatchObject({ code: 'TurnDiscarded' });
  });
});

describe('messages() and events()', () => {
  it('give everything to each of several readers, whatever their pace', async () => {
    const { session } = await start();
    const readers = [session.messages(), session.messages(), session.messages()];
    session.send('One');
    await session.idle();
    const firstOfSlow = await readers[0]?.next();
    await session.end();
    const [rest, whole] = await Promise.all([all(readers[0]), all(readers[1])]);
    expect(types(whole)).toEqual(['system', 'assistant', 'result']);
    expect(firstOfSlow?.value).toBe(whole[0]);
    expect(rest).toEqual(whole.slice(1));
  });

  it('cut off a reader who falls too far behind, and nobody else', async () => {
    const { session } = await start(
      {
        onMessage(say, { uuid }) {
          for (const text of ['a', 'b', 'c']) say(assistant(text.repeat(600)));
          for (const frame of turnFrames(uuid, 'Done.')) say(frame);
        },
      },
      { limits: { unreadBytes: 2000 } },
    );
    const slow = session.messages();
    const seen: string[] = [];
    session.on('message', ({ type }) => seen.push(type));
    await session.send('One').result;
    await expect(slow.next()).rejects.toMatchObject({ code: 'ConsumerTooSlow' });
    expect(seen).toEqual(['assistant', 'assistant', 'assistant', 'system', 'assistant', 'result']);
  });

  it('tell of states, turns, tasks and warnings, and at last how it ended', async () => {
    const { session } = await start({
      onMessage(say, { uuid }) {
        say({
          type: 'system',
          subtype: 'task_started',
          task_id: 't1',
          task_type: 'local_agent',
          description: 'looks',
          session_id: sessionId,
        });
        say({
          type: 'system',
          subtype: 'task_notification',
          task_id: 't1',
          status: 'completed',
          session_id: sessionId,
        });
        say({ type: 'control_response', response: { subtype: 'success', request_id: 'nobody' } });
        for (const frame of turnFrames(uuid, 'Done.')) say(frame);
      },
    });
    const events = all(session.events());
    const heard: SessionEvent[] = [];
    session.on('task', (event) => heard.push(event));
    const { uuid } = session.send('One');
    await session.end();
    expect(await events).toMatchObject([
      { type: 'stateChanged', state: 'starting' },
      { type: 'stateChanged', state: 'initSent' },
      { type: 'stateChanged', state: 'running' },
      { type: 'turn', uuid, state: 'queued' },
      { type: 'task', id: 't1', state: 'running' },
      { type: 'task', id: 't1', state: 'completed' },
      { type: 'warning', code: 'OrphanResponse' },
      { type: 'turn', uuid, state: 'started' },
      { type: 'turn', uuid, state: 'completed', result: { result: 'Done.' } },
      { type: 'stateChanged', state: 'stopping' },
      { type: 'stateChanged', state: 'stopped' },
      { type: 'completed' },
    ]);
    expect(heard).toHaveLength(2);
  });

  it('survive a listener that throws', async () => {
    const { session } = await start();
    const seen: string[] = [];
    session.on('message', () => {
      throw new Error('mine');
    });
    const off = session.on('message', ({ type }) => seen.push(type));
    await session.send('One').result;
    off();
    await session.send('Two').result;
    expect(seen).toEqual(['system', 'assistant', 'result']);
  });
});

describe('a prompt that is an iterable', () => {
  it('is sent message by message, and leaves the session open', async () => {
    const port = talkingCli();
    async function* prompt() {
      yield { type: 'user' as const, message: { role: 'user' as const, content: 'One' } };
      yield { type: 'user' as const, message: { role: 'user' as const, content: 'Two' } };
    }
    const session = await startSession({ prompt: prompt(), options: { port } });
    open.push(session);
    const messages = session.messages();
    for (let results = 0; results < 2; ) {
      const { value } = await messages.next();
      if (value?.type === 'result') results += 1;
    }
    expect(session.state).toBe('running');
    expect(await session.send('Three').result).toMatchObject({ result: 'You said "Three"' });
  });

  it('that throws is a warning, and the reason why end() rejects', async () => {
    const port = talkingCli();
    // biome-ignore lint/correctness/useYield: it throws before it would.
    async function* prompt(): AsyncGenerator<never> {
      throw new Error('the microphone broke');
    }
    const session = await startSession({ prompt: prompt(), options: { port } });
    const events = all(session.events());
    await expect(session.end()).rejects.toMatchObject({ code: 'InvalidPrompt' });
    expect(await events).toContainEqual(
      expect.objectContaining({ type: 'warning', code: 'PromptFailed' }),
    );
  });
});

describe('a session that is over', () => {
  it('takes no more messages from an iterable, and says so', async () => {
    const { session } = await start();
    async function* messages() {
      yield 'One';
    }
    const ending = session.end();
    await expect(session.feed(messages())).rejects.toMatchObject({ code: 'SessionStopped' });
    await ending;
    await expect(session.feed(messages())).rejects.toMatchObject({ code: 'SessionStopped' });
  });

  it.each([null, 5, { promt: 'x' }, { model: 'opus' }])('cannot be made of %j', async (given) => {
    await expect(startSession(given as never)).rejects.toMatchObject({ code: 'InvalidOption' });
  });
});

it('shares one listener of a signal among any number of sessions and operations', async () => {
  const { signal } = new AbortController();
  const sessions = await Promise.all(Array.from({ length: 12 }, () => start({}, { signal })));
  const [one] = sessions;
  await Promise.all(
    Array.from({ length: 12 }, () => one?.session.request('get_settings', {}, { signal })),
  );
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  for (const { session } of sessions) await session.stop();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

describe('control operations', () => {
  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 'x' as never])(
    'refuse a timeoutMs of %p',
    async (timeoutMs) => {
      const { session } = await start();
      const code = 'InvalidOption';
      await expect(session.setModel('m', { timeoutMs })).rejects.toMatchObject({ code });
      await expect(session.supportedModels({ timeoutMs })).rejects.toMatchObject({ code });
    },
  );

  it('that ask the handshake wait no longer than they may', async () => {
    const run = query('Hi', { mode: 'session', port: talkingCli({ onRequest: () => undefined }) });
    const timed = run.supportedModels({ timeoutMs: 5 });
    await expect(timed).rejects.toMatchObject({ code: 'ControlTimeout' });
    const signal = AbortSignal.abort();
    await expect(run.accountInfo({ signal })).rejects.toMatchObject({ code: 'Aborted' });
    await run.close();
  });

  it('are given up by their signal and by their own timeout', async () => {
    const { session } = await start({ onRequest: askedOnce });
    const controller = new AbortController();
    const given = session.setModel('opus', { signal: controller.signal });
    const timed = session.request('get_session_cost', {}, { timeoutMs: 5 });
    controller.abort();
    await expect(given).rejects.toMatchObject({ code: 'Aborted' });
    await expect(timed).rejects.toMatchObject({ code: 'ControlTimeout' });
  });

  it('that wait for the start are given up by their own timeout too', async () => {
    const port = talkingCli({ onRequest: () => undefined });
    const run = query('Hello', { port, mode: 'session' });
    await expect(run.setModel('opus', { timeoutMs: 5 })).rejects.toMatchObject({
      code: 'ControlTimeout',
    });
    expect(port.heard).toMatchObject([{ request: { subtype: 'initialize' } }]);
    await run.close();
  });

  it('reject what is not JSON before anything is sent', async () => {
    const { session, port } = await start();
    await expect(session.request('x', { n: 5n })).rejects.toMatchObject({ code: 'EncodeError' });
    expect(port.heard).toHaveLength(1);
  });

  it('refuse to rewind files where no checkpoints are kept', async () => {
    const { session, port } = await start();
    await expect(session.rewindFiles('x')).rejects.toMatchObject({
      code: 'CheckpointingNotEnabled',
      message: expect.stringContaining('enableFileCheckpointing: true'),
    });
    expect(port.heard).toHaveLength(1);
    const other = await start({}, { enableFileCheckpointing: true });
    await other.session.rewindFiles('x', { dryRun: true });
    expect(other.port.heard.at(-1)).toMatchObject({
      request: { subtype: 'rewind_files', user_message_id: 'x', dry_run: true },
    });
  });

  it.each([
    ['setPermissionMode', ['plan'], { subtype: 'set_permission_mode', mode: 'plan' }],
    [
      'setMaxThinkingTokens',
      [null],
      { subtype: 'set_max_thinking_tokens', max_thinking_tokens: null },
    ],
    ['reconnectMcpServer', ['calc'], { subtype: 'mcp_reconnect', serverName: 'calc' }],
    [
      'toggleMcpServer',
      ['calc', false],
      { subtype: 'mcp_toggle', serverName: 'calc', enabled: false },
    ],
    ['stopTask', ['t1'], { subtype: 'stop_task', task_id: 't1' }],
    ['getContextUsage', [], { subtype: 'get_context_usage' }],
    ['mcpServerStatus', [], { subtype: 'mcp_status' }],
    [
      'applyFlagSettings',
      [{ model: null }],
      { subtype: 'apply_flag_settings', settings: { model: null } },
    ],
    ['backgroundTasks', ['toolu_1'], { subtype: 'background_tasks', tool_use_id: 'toolu_1' }],
    ['reloadSkills', [], { subtype: 'reload_skills' }],
    ['readFile', ['a.txt', { maxBytes: 5 }], { subtype: 'read_file', path: 'a.txt', max_bytes: 5 }],
    ['seedReadState', ['a.txt', 5], { subtype: 'seed_read_state', path: 'a.txt', mtime: 5 }],
    [
      'readMcpResource',
      ['calc', 'ui://x'],
      { subtype: 'mcp_read_resource', serverName: 'calc', uri: 'ui://x' },
    ],
    [
      'reloadPlugins',
      [{ refuseIfBusy: true }],
      { subtype: 'reload_plugins', refuse_if_busy: true },
    ],
  ] as [keyof Session & string, unknown[], object][])(
    '%s is asked of the CLI in its words',
    async (name, args, request) => {
      const { session, port } = await start();
      await (session[name] as (...args: unknown[]) => Promise<unknown>)(...args);
      expect(port.heard.at(-1)?.request).toEqual(request);
    },
  );
});
