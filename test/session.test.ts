import { getEventListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { query } from '../src/Query.js';
import type { Session } from '../src/Session.js';
import { startSession } from '../src/startSession.js';
import { all } from './support/all.js';
import { settle } from './support/simulated.js';
import { askedOnce, start, types } from './support/startedSession.js';
import { sessionId, talkingCli, turnFrames } from './support/talkingCli.js';

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

  it('tells a late reader of its events how it ended, even if another has read them all', async () => {
    const { session } = await start();
    const early = all(session.events());
    await session.stop();
    const last = (await early).at(-1);
    expect(last).toEqual({ type: 'stopped', reason: 'stop' });
    expect((await all(session.events())).at(-1)).toBe(last);
    expect((await all(session.events())).at(-1)).toBe(last);
  });

  it('tells a late reader the last event once', async () => {
    const { session } = await start();
    await session.stop();
    const events = await all(session.events());
    expect(events.filter(({ type }) => type === 'stopped')).toHaveLength(1);
  });

  it.each([null, {}, { commands: 'none', models: 7, agents: {}, account: null }])(
    'has empty lists after the handshake was answered with %j',
    async (answer) => {
      const { session } = await start({ onRequest: () => answer as never });
      await expect(session.supportedCommands()).resolves.toEqual([]);
      await expect(session.supportedModels()).resolves.toEqual([]);
      await expect(session.supportedAgents()).resolves.toEqual([]);
      await expect(session.accountInfo()).resolves.toEqual({});
    },
  );

  it.each([
    ['a message', (session: Session) => session.send([{ type: 'text', text: (() => 1) as never }])],
    ['a request', (session: Session) => session.request('x', { deep: [{ callback: () => 1 }] })],
  ])('refuses a function inside %s', async (_, use) => {
    const { session } = await start();
    const message = expect.stringContaining('is a function. Pass plain data');
    await expect((async () => use(session))()).rejects.toMatchObject({
      code: 'EncodeError',
      message,
    });
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

  it('sends nothing to an actor that has ended, whoever calls', async () => {
    const orders: string[] = [];
    const inspect = (event: { type: string; event?: { type: string } }) => {
      if (event.type === '@xstate.event' && /^(op|query)\./.test(event.event?.type ?? '')) {
        orders.push(event.event?.type as string);
      }
    };
    const { session, port } = await start({}, { inspect });
    await session.stop();
    await session.stop();
    await session.end();
    expect(orders).toEqual(['op.stop']);
    const run = query('Hello', { port, inspect, mode: 'oneShot' });
    await run.close();
    await run.close();
    expect(orders.filter((order) => order === 'query.close')).toHaveLength(1);
  });

  it('can be stopped twice, and refuses later calls', async () => {
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

describe('bad messages', () => {
  it.each(['', ' \n', []])('such as %j are a warning, or an error if strict', async (content) => {
    const strict = await start({}, { strict: true });
    expect(() => strict.session.send(content)).toThrow(
      expect.objectContaining({ code: 'InvalidPrompt' }),
    );
    const warnings: string[] = [];
    const { session } = await start({}, { onWarning: ({ code }) => warnings.push(code) });
    await session.send(content).result;
    expect(warnings).toContain('EmptyPrompt');
  });

  it('that are not JSON are refused at once, and nothing is sent', async () => {
    const { session, port } = await start();
    const block = { type: 'text' as const, text: 5n as unknown as string };
    expect(() => session.send([block])).toThrow(expect.objectContaining({ code: 'EncodeError' }));
    expect(types(port.heard as { type: string }[])).toEqual(['control_request']);
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

  const strict = { options: { strict: true } };
  it.each([null, 5, { promt: 'x', ...strict }, { model: 'opus', ...strict }])(
    'cannot be made of %j',
    async (given) => {
      await expect(startSession(given as never)).rejects.toMatchObject({ code: 'InvalidOption' });
    },
  );
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
