import { describe, expect, it, jest } from '@jest/globals';
import {
  startSession,
  toEventStream,
  toReadableStream,
  toUIMessageStream,
  toUIMessageStreamResponse,
} from '../../src/index.js';
import { all } from '../support/all.js';
import { assistant, init, result, sessionId, talkingCli } from '../support/talkingCli.js';

/** JSON.parse reads it, JSON.stringify overflows the stack. */
const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

const tool = (message: object) =>
  JSON.stringify({ message, parent_tool_use_id: null, session_id: sessionId });
const toolUse = tool({
  id: 'm1',
  role: 'assistant',
  content: [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'DEEP' } }],
}).replace('{', '{"type":"assistant",');
const toolResult = (isError: boolean) =>
  tool({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'DEEP', is_error: isError }],
  }).replace('{', '{"type":"user",');

function start(lines: readonly (string | Record<string, unknown>)[]) {
  const port = talkingCli({
    onMessage(say, { uuid }) {
      for (const line of lines) say(typeof line === 'string' ? line.replace('"DEEP"', deep) : line);
      say(result('Done.', { user_message_uuids: [uuid] }));
    },
  });
  return startSession({ options: { port } });
}

async function textOf(stream: ReadableStream<Uint8Array> | null): Promise<string> {
  return Buffer.concat(await all(stream as ReadableStream<Uint8Array>)).toString();
}

describe('a message that is nested too deep to be written as JSON', () => {
  it.each(['a session', 'a turn'])('is a gap in the event stream of %s', async (source) => {
    const session = await start([init, toolUse, toolResult(false), assistant('Well.')]);
    const turn = session.send('Go');
    const stream = textOf(toEventStream(source === 'a turn' ? turn : session));
    await turn.result;
    await session.end();
    const events = (await stream).match(/event: \w+|"type":"(?:system|assistant|user|result)"/g);
    expect(events).toEqual([
      '"type":"system"',
      'event: gap',
      'event: gap',
      '"type":"assistant"',
      '"type":"result"',
      'event: end',
    ]);
  });

  it.each([true, false])('is sent to useChat without its depth (failed: %s)', async (failed) => {
    const session = await start([toolUse, toolResult(failed), assistant('Well.')]);
    const text = await textOf(toUIMessageStreamResponse(session.send('Go')).body);
    await session.end();
    const tooDeep = 'This is nested too deep to be sent.';
    expect(text).toContain(`"input":"${tooDeep}"`);
    expect(text).toContain(`"${failed ? 'errorText' : 'output'}":"${tooDeep}"`);
    expect(text).toContain('"delta":"Well."');
    expect(text).toContain('"finishReason":"stop"');
    expect(text).toContain('[DONE]');
  });
});

it.each([
  ['toEventStream', toEventStream],
  ['toReadableStream', toReadableStream],
  ['toUIMessageStream', toUIMessageStream],
  ['the response for useChat', (turn) => toUIMessageStreamResponse(turn).body],
] satisfies [string, (turn: Parameters<typeof toUIMessageStream>[0]) => unknown][])(
  '%s can be cancelled while the CLI is silent',
  async (_, streamOf) => {
    const session = await startSession({ options: { port: talkingCli({ onMessage() {} }) } });
    // The second one has not started.
    for (const turn of [session.send('First'), session.send('Second')]) {
      const reader = (streamOf(turn) as ReadableStream<unknown>).getReader();
      const first = reader.read();
      const second = reader.read();
      await new Promise((resolve) => setImmediate(resolve));
      await reader.cancel();
      await Promise.all([first, second]);
    }
    await session.stop();
  },
);

it('ends the read of a turn that has not started when its loop is left', async () => {
  const session = await startSession({ options: { port: talkingCli({ onMessage() {} }) } });
  session.send('First');
  const messages = session.send('Second')[Symbol.asyncIterator]();
  const read = messages.next();
  await messages.return?.();
  expect(await read).toEqual({ done: true, value: undefined });
  await session.stop();
});

it('keeps no timer for an event stream whose filter throws', async () => {
  const [set, clear] = [
    jest.spyOn(globalThis, 'setInterval'),
    jest.spyOn(globalThis, 'clearInterval'),
  ];
  const session = await start([init]);
  const stream = toEventStream(session, {
    filter() {
      throw new Error('No.');
    },
  });
  const heartbeat = set.mock.results.at(-1)?.value;
  await session.send('Go').result;
  await expect(stream.getReader().read()).rejects.toThrow('No.');
  expect(clear).toHaveBeenCalledWith(heartbeat as NodeJS.Timeout);
  jest.restoreAllMocks();
  await session.end();
});
