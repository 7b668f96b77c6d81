import { describe, expect, it } from '@jest/globals';
import type { SessionEvent } from '../src/sessionEvents.js';
import { startSession } from '../src/startSession.js';
import { all } from './support/all.js';
import { start, stopAfterTest, types } from './support/startedSession.js';
import { assistant, sessionId, talkingCli, turnFrames } from './support/talkingCli.js';

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

  it('come with the lines of the CLI from envelopes()', async () => {
    const odd = '{"type":"assistant", "message":{"content":[]} ,"new":1.0,"é":"\\u00e9"}';
    const { session } = await start({
      onMessage(say, { uuid }) {
        say(odd);
        for (const frame of turnFrames(uuid, 'Done.')) say(frame);
      },
    });
    const reader = session.envelopes();
    const messages = session.messages();
    const turn = session.send('One');
    const own = await all(turn.envelopes());
    await session.end();
    const whole = await all(reader);
    expect(own.map(({ rawJson }) => rawJson)).toContain(odd);
    expect(own.at(-1)?.message).toBe(await turn.result);
    expect(whole.map(({ message }) => message)).toEqual(await all(messages));
    for (const { message, rawJson, rawBytes } of [...own, ...whole]) {
      expect(JSON.parse(rawJson)).toEqual(message);
      expect(Buffer.from(rawBytes).toString()).toBe(rawJson);
    }
  });

  it('go to whoever pulls them, as a message or as an envelope', async () => {
    const { session } = await start();
    const turn = session.send('One');
    const [messages, envelopes] = [turn[Symbol.asyncIterator](), turn.envelopes()];
    const [first, second, third] = await Promise.all([
      messages.next(),
      envelopes.next(),
      messages.next(),
    ]);
    expect(first.value).toMatchObject({ type: 'system' });
    expect(second.value).toMatchObject({ message: { type: 'assistant' } });
    expect(third.value).toBe(await turn.result);
    expect(await envelopes.next()).toEqual({ done: true, value: undefined });
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
      { type: 'usage', estimated: false },
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
    const session = stopAfterTest(await startSession({ prompt: prompt(), options: { port } }));
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
