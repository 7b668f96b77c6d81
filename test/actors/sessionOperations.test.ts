import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { settle } from '../support/simulated.js';
import { line, result, running, standing, starting } from './memorySession.js';

/** Jest fails a test for a rejection that nobody handles, if the test is still there to be failed. */
afterEach(() => new Promise((resolve) => setImmediate(resolve)));

describe('the signal of an operation', () => {
  it('refuses it if it is already aborted, and nothing is written', async () => {
    const { session, process } = await running();
    const request = session.request('set_model', '{}', { signal: AbortSignal.abort() });
    await expect(request).rejects.toMatchObject({ code: 'Aborted' });
    await settle();
    expect(process().written).toHaveLength(1);
  });

  it('removes it from the queue if aborted before the start', async () => {
    const { session, process, answer, written } = starting();
    const controller = new AbortController();
    const request = session.request('set_model', '{"subtype":"set_model"}', controller);
    const other = session.request('interrupt', '{"subtype":"interrupt"}');
    controller.abort();
    await expect(request).rejects.toMatchObject({ code: 'Aborted' });
    await settle();
    process().spawn(7);
    await settle();
    answer('req_0');
    await settle();
    expect(written()).toMatchObject([{}, { request: { subtype: 'interrupt' } }]);
    answer('req_1');
    await other;
  });

  it('gives up on the answer if aborted while it is pending; the answer is then late', async () => {
    const { session, answer, warnings } = await running();
    const controller = new AbortController();
    const request = session.request('set_model', '{}', controller);
    await settle();
    controller.abort();
    await expect(request).rejects.toMatchObject({ code: 'Aborted' });
    const before = warnings();
    answer('req_1');
    await settle();
    expect(warnings()).toEqual(before);
  });

  it('changes nothing if aborted later', async () => {
    const { session, answer } = await running();
    const controller = new AbortController();
    const request = session.request('set_model', '{}', controller);
    await settle();
    answer('req_1', { model: 'x' });
    expect(await request).toEqual({ model: 'x' });
    controller.abort();
    expect(await request).toEqual({ model: 'x' });
  });

  it('keeps no listener, however the operation ends', async () => {
    const { session, answer, exit } = await running();
    const { signal } = new AbortController();
    const answered = session.request('set_model', '{}', { signal });
    const left = session.request('set_model', '{}', { signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await settle();
    answer('req_1');
    await answered;
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    const stop = session.stop();
    await settle();
    exit();
    await stop;
    await expect(left).rejects.toMatchObject({ code: 'SessionStopped' });
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

describe('an operation', () => {
  it('may fail if nobody waits for it', async () => {
    const { session, say } = await running();
    session.request('set_model', '{}');
    await settle();
    const refusal = { subtype: 'error', request_id: 'req_1', error: 'no', error_code: 'odd' };
    say({ type: 'control_response', response: refusal });
    await settle();
    expect(session.state).toBe('running');
  });

  it("is rejected with the CLI's error", async () => {
    const { session, say } = await running();
    const request = session.request('set_model', '{}');
    await settle();
    const refusal = { subtype: 'error', request_id: 'req_1', error: 'no', error_code: 'odd' };
    say({ type: 'control_response', response: refusal });
    await expect(request).rejects.toMatchObject({
      code: 'ControlRejected',
      message: expect.stringContaining('no'),
      details: { operation: 'set_model', errorCode: 'odd' },
    });
  });

  it('has its own timeout', async () => {
    const { session, clock } = await running();
    const request = session.request('set_model', '{}', { timeoutMs: 70 });
    await settle();
    clock.increment(70);
    await expect(request).rejects.toMatchObject({
      code: 'ControlTimeout',
      details: { operation: 'set_model', limit: 70 },
    });
  });

  it('that cannot be written to a CLI that is exiting names the exit, like every open turn', async () => {
    const { session, process, exit } = await running();
    process().writes = 'fail';
    const turn = session.send('u1', '{}\n').result.catch((error: Error) => error);
    const request = session.request('set_model', '{}').catch((error: Error) => error);
    await settle();
    exit(70);
    const [lost, stopped] = (await Promise.all([turn, request])) as [Error, Error];
    expect(lost).toMatchObject({ code: 'TurnLost', details: { exitCode: 70 } });
    expect(stopped).toMatchObject({ code: 'SessionStopped', details: { exitCode: 70 } });
    expect(lost.cause).toMatchObject({ code: 'ProcessError', details: { exitCode: 70 } });
    expect(stopped.cause).toBe(lost.cause);
  });

  it('that cannot be written is rejected, and the session goes on', async () => {
    const { session, process, clock } = await running();
    process().writes = 'fail';
    const request = session.request('set_model', '{}');
    await settle();
    clock.increment(500);
    await expect(request).rejects.toMatchObject({ code: 'WriteFailed' });
    expect(session.state).toBe('running');
  });
});

describe('a message', () => {
  it('is refused if its uuid is still open, and the first one is not affected', async () => {
    const { session, say, written } = await running();
    const first = session.send('u', line('one')).result;
    const second = session.send('u', line('two')).result;
    await expect(second).rejects.toMatchObject({ code: 'InvalidPrompt' });
    await settle();
    expect(written().filter(({ type }) => type === 'user')).toHaveLength(1);
    say(result({ user_message_uuids: ['u'] }));
    expect(await first).toMatchObject({ type: 'result' });
  });

  it('resolves with the error result of an interrupt', async () => {
    const { session, say } = await running();
    const turn = session.send('u', line('Hello')).result;
    session.request('interrupt', '{"subtype":"interrupt"}');
    await settle();
    say(result({ subtype: 'error_during_execution', is_error: true }));
    expect(await turn).toMatchObject({ is_error: true });
  });

  it('is rejected if the CLI discards it', async () => {
    const { session, say } = await running();
    const turn = session.send('u', line('Hello')).result;
    await settle();
    say({ type: 'command_lifecycle', command_uuid: 'u', state: 'refused' });
    await expect(turn).rejects.toMatchObject({
      code: 'TurnDiscarded',
      message: expect.stringContaining('refused'),
    });
  });

  it('keeps a session from being idle even before it has started', async () => {
    const { session, process, answer, say } = starting();
    const turn = session.send('u', line('Hello')).result;
    const idle = session.idle();
    await settle();
    process().spawn(7);
    await settle();
    answer('req_0');
    expect(await standing({ idle, turn })).toEqual({ idle: 'waits', turn: 'waits' });
    say(result({ user_message_uuids: ['u'] }));
    expect(await standing({ idle })).toEqual({ idle: undefined });
  });
});

describe('messages', () => {
  it('reach an iterator, which ends with the session', async () => {
    const { session, say, exit } = await running();
    const texts: string[] = [];
    const reading = (async () => {
      for await (const { message } of session.messages.iterate()) texts.push(message.type);
    })();
    say({ type: 'assistant' });
    say(result());
    const end = session.end();
    await settle();
    exit();
    await end;
    await reading;
    expect(texts).toEqual(['assistant', 'result']);
  });

  it('cause a warning if a reader lags behind', async () => {
    const { session, say, warnings } = await running({ log: { unreadBytes: 50 } });
    session.messages.iterate();
    say({ type: 'assistant', text: 'xxxxxxxxxxxxx' });
    expect(warnings()).toContain('ConsumerSlow');
  });
});

describe('a tool that a result has closed', () => {
  it('does not hide the silence after the next message', async () => {
    const { session, say, clock, warnings } = await running();
    session.send('u', line('one')).result;
    await settle();
    say({ type: 'assistant', message: { content: [{ type: 'tool_use', id: 't' }] } });
    say(result({ subtype: 'error_during_execution', is_error: true, user_message_uuids: ['u'] }));
    session.send('v', line('two')).result;
    await settle();
    clock.increment(120_000);
    expect(warnings()).toContain('Stalled');
  });
});
