import { afterEach, describe, expect, it } from '@jest/globals';
import type { CallbackHost } from '../../src/actors/callbacks/callbackHost.js';
import { userCallbacks } from '../../src/actors/callbacks/userCallbacks.js';
import { timersLeft } from '../support/leftovers.js';
import { settle } from '../support/simulated.js';
import {
  line,
  type MemorySessionSettings,
  permissionRequest,
  result,
  running,
  standing,
  starting,
} from './memorySession.js';

/** Jest fails a test for a rejection that nobody handles, if the test is still there to be failed. */
afterEach(() => new Promise((resolve) => setImmediate(resolve)));

describe("a user's listener", () => {
  it.each<[string, MemorySessionSettings]>([
    [
      'onEvent that throws',
      {
        onEvent() {
          throw new Error('mine');
        },
      },
    ],
    ['onEvent that rejects', { onEvent: (async () => Promise.reject(new Error('mine'))) as never }],
    [
      'inspect that throws',
      {
        inspect() {
          throw new Error('mine');
        },
      },
    ],
    ['inspect that rejects', { inspect: (async () => Promise.reject(new Error('mine'))) as never }],
  ])('%s harms nothing', async (_, settings) => {
    const { session, say, exit } = await running(settings);
    const turn = session.send('u', line('Hello')).result;
    await settle();
    say(result({ user_message_uuids: ['u'] }));
    expect(await turn).toMatchObject({ subtype: 'success' });
    const end = session.end();
    await settle();
    exit();
    expect(await end).toEqual({ kind: 'completed' });
  });

  it('may call the session', async () => {
    const asked: Promise<unknown>[] = [];
    const all = starting({
      onEvent(event) {
        if (event.type !== 'stateChanged' || event.state !== 'running') return;
        asked.push(all.session.request('set_model', '{"subtype":"set_model"}'));
      },
    });
    await settle();
    all.process().spawn(7);
    await settle();
    all.answer('req_0');
    await settle();
    all.answer('req_1', { model: 'x' });
    expect(await asked[0]).toEqual({ model: 'x' });
  });
});

describe('a host that cannot prepare a callback', () => {
  it('causes an error answer, and the session goes on', async () => {
    const callbacks: CallbackHost = {
      prepare() {
        throw new Error('a fault of the host');
      },
      prepareMalformed() {
        throw new Error('a fault of the host');
      },
    };
    const { session, say, written } = await running({ callbacks });
    say(permissionRequest('r'));
    say({ type: 'control_request', request_id: 's', request: { subtype: 'can_use_tool' } });
    await settle();
    expect(written().slice(1)).toMatchObject([
      { response: { subtype: 'error', request_id: 'r' } },
      { response: { subtype: 'error', request_id: 's' } },
    ]);
    expect(session.state).toBe('running');
  });
});

describe('user code that throws something without a text', () => {
  it('does not break the session', async () => {
    const callbacks = userCallbacks({
      canUseTool() {
        throw Object.assign(new Error(), { message: Symbol('odd') });
      },
    });
    const { session, say, written, warnings } = await running({ callbacks });
    say(permissionRequest('r'));
    await settle();
    expect(written().at(-1)).toMatchObject({ response: { response: { behavior: 'deny' } } });
    expect(warnings()).toContain('CallbackFailed');
    expect(session.state).toBe('running');
  });
});

describe('a machine that throws', () => {
  /** An event that no reader makes: the action that takes it throws. */
  const breaking = { type: 'cli.result', frame: { kind: 'message' }, result: null } as never;

  it('kills the process and settles every promise', async () => {
    let signal: AbortSignal | undefined;
    const callbacks = userCallbacks({
      canUseTool: (_, __, context) => {
        signal = context.signal;
        return new Promise(() => {});
      },
    });
    const all = await running({ callbacks });
    const { session, process, clock } = all;
    const iterator = session.messages.iterate();
    const turn = session.send('u', line('Hello')).result;
    all.say({ type: 'assistant' });
    all.say(permissionRequest('r'));
    await settle();
    const operation = session.request('mcp_status', '{"subtype":"mcp_status"}');
    const { idle, end, ...others } = {
      idle: session.idle(),
      end: session.end(),
      turn,
      operation,
      resultOf: session.turn('u')?.result,
      read: iterator.next().then(({ value }) => value?.message.type),
      pull: iterator.next().then(({ done }) => done),
    };
    session.actor.send(breaking);
    expect(await standing(others)).toEqual({
      turn: 'ProcessError',
      operation: 'SessionStopped',
      resultOf: 'ProcessError',
      read: 'assistant',
      pull: true,
    });
    await idle;
    expect(await end).toMatchObject({
      kind: 'failed',
      error: { code: 'ProcessError', cause: expect.any(TypeError) },
    });
    expect(await session.ended).toBe(await end);
    expect(session.state).toBe('failed');
    expect(process().signals).toEqual(['SIGKILL']);
    expect(process().released).toBe(true);
    expect(signal?.aborted).toBe(true);
    expect(timersLeft(clock)).toBe(0);
  });

  it('fails the start if it throws before the session runs', async () => {
    const { session, process, clock } = starting();
    const operation = session.request('mcp_status', '{"subtype":"mcp_status"}');
    session.actor.send(breaking);
    const { started, initialization } = session;
    expect(await standing({ started, initialization, operation })).toEqual({
      started: 'ProcessError',
      initialization: 'ProcessError',
      operation: 'SessionStopped',
    });
    expect(process().signals).toEqual(['SIGKILL']);
    expect(timersLeft(clock)).toBe(0);
  });

  it('refuses everything afterwards', async () => {
    const { session } = await running();
    session.actor.send(breaking);
    await settle();
    const asked = {
      send: session.send('u', line('Hello')).result,
      request: session.request('mcp_status', '{}'),
      idle: session.idle(),
      next: session.messages.iterate().next(),
    };
    expect(await standing(asked)).toEqual({
      send: 'SessionStopped',
      request: 'SessionStopped',
      idle: undefined,
      next: { done: true, value: undefined },
    });
    expect(await session.stop()).toMatchObject({ kind: 'failed' });
    expect(await session.end()).toMatchObject({ kind: 'failed' });
  });

  it('fails in the same way if its input makes it throw', async () => {
    const settings = {
      get timeouts(): never {
        throw new Error('odd');
      },
    };
    const { session } = starting({ input: { settings } });
    expect(session.state).toBe('failed');
    expect(await session.ended).toMatchObject({ kind: 'failed' });
    await expect(session.started).rejects.toMatchObject({ code: 'ProcessError' });
    await session.idle();
  });
});

describe('an actor that is stopped from outside', () => {
  it('kills its process and settles every promise', async () => {
    const { session, process, clock } = await running();
    const turn = session.send('u', line('Hello')).result;
    const operation = session.request('mcp_status', '{}');
    const pull = session.messages.iterate().next();
    const idle = session.idle();
    session.actor.stop();
    const { ended } = session;
    expect(await standing({ turn, operation, pull, idle, ended })).toEqual({
      turn: 'SessionStopped',
      operation: 'SessionStopped',
      pull: { done: true, value: undefined },
      idle: undefined,
      ended: { kind: 'stopped', reason: 'stop' },
    });
    expect(session.state).toBe('stopped');
    expect(process().signals).toEqual(['SIGKILL']);
    expect(timersLeft(clock)).toBe(0);
  });
});

describe('after the end', () => {
  async function ended() {
    const all = await running();
    const end = all.session.end();
    await settle();
    all.exit();
    await end;
    return all;
  }

  it('operations and messages are refused with SessionStopped', async () => {
    const { session, process } = await ended();
    const lines = process().written.length;
    const send = session.send('u', line('Hello')).result;
    const request = session.request('mcp_status', '{}');
    expect(await standing({ send, request })).toEqual({
      send: 'SessionStopped',
      request: 'SessionStopped',
    });
    expect(process().written).toHaveLength(lines);
    expect(session.turn('u')?.result).toBeUndefined();
  });

  it('nothing is left, and further calls of end or stop resolve with the same outcome', async () => {
    const { session, clock } = await ended();
    const outcome = await session.ended;
    expect(await session.end()).toBe(outcome);
    expect(await session.stop()).toBe(outcome);
    expect(await session.stop('abort')).toBe(outcome);
    await session.idle();
    expect(timersLeft(clock)).toBe(0);
    expect(session.actor.getSnapshot().children).toEqual({});
  });
});

describe('stop', () => {
  it('shuts down once if called twice, and both resolve with the first reason', async () => {
    const { session, process, exit, clock } = await running();
    const [first, second] = [session.stop('abort'), session.stop()];
    await settle();
    clock.increment(1000);
    expect(process().signals).toEqual(['SIGTERM']);
    exit(143);
    expect(await first).toEqual({ kind: 'stopped', reason: 'abort' });
    expect(await second).toEqual({ kind: 'stopped', reason: 'abort' });
  });

  it('ends the session even before anything is spawned', async () => {
    const { session, process, exit } = starting();
    const stop = session.stop();
    await settle();
    process().spawn(7);
    await settle();
    exit();
    expect(await stop).toEqual({ kind: 'stopped', reason: 'stop' });
    await expect(session.started).rejects.toMatchObject({ code: 'SessionStopped' });
  });

  it('loses the open turn', async () => {
    const { session, process, exit } = await running();
    const turn = session.send('u', line('Hello')).result;
    await settle();
    session.stop();
    await settle();
    expect(process().signals).toEqual(['SIGINT']);
    exit();
    await expect(turn).rejects.toMatchObject({ code: 'TurnLost' });
  });
});
