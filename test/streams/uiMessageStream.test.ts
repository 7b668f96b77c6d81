import { describe, expect, it } from '@jest/globals';
import { startSession, toUIMessageStream, toUIMessageStreamResponse } from '../../src/index.js';
import { fakeCli, type Scenario } from '../../src/testing/index.js';
import { all } from '../support/all.js';
import { bypass } from '../support/liveCli.js';

async function chunksOf(scenario: Scenario, includePartialMessages: boolean) {
  await using session = await startSession({
    options: { port: fakeCli(scenario).port, includePartialMessages, ...bypass },
  });
  return await all(toUIMessageStream(session.send('Hi')));
}

const typesOf = (chunks: readonly { type: string }[]) =>
  chunks.map(({ type }) => type).filter((type, index, types) => type !== types[index - 1]);

const working: Scenario = {
  turns: [
    [
      { thinking: 'Hm.' },
      { text: 'I look.' },
      { tool: 'Write', input: { file_path: 'a.txt', content: 'b' } },
      { agent: 'Help', steps: [{ text: 'A subagent speaks.' }] },
      { text: 'Done.' },
    ],
  ],
};

describe.each([true, false])('a UI message stream (tokens: %s)', (tokens) => {
  it('has text, reasoning, tools and their results, step by step', async () => {
    const chunks = await chunksOf(working, tokens);
    const types = typesOf(chunks);
    expect(types[0]).toBe('start');
    expect(types.slice(-2)).toEqual(['finish-step', 'finish']);
    const starts = chunks.filter(({ type }) => type === 'start-step').length;
    expect(chunks.filter(({ type }) => type === 'finish-step')).toHaveLength(starts);
    expect(starts).toBeGreaterThan(1);
    const text = chunks.flatMap((chunk) => (chunk.type === 'text-delta' ? [chunk.delta] : []));
    expect(text.join('')).toBe('I look.Done.');
    expect(types).toContain('reasoning-delta');
    expect(JSON.stringify(chunks)).not.toContain('A subagent speaks.","id');
    const tools = chunks.filter((chunk) => 'toolCallId' in chunk);
    const calls = tools.filter(({ type }) => type === 'tool-input-available');
    const outputs = tools.filter(({ type }) => type === 'tool-output-available');
    expect(calls).toMatchObject([{ toolName: 'Write', input: { file_path: 'a.txt' } }, {}]);
    expect(outputs.map(({ toolCallId }) => toolCallId)).toEqual(
      calls.map(({ toolCallId }) => toolCallId),
    );
    expect(types.includes('tool-input-delta')).toBe(tokens);
  });

  it('says that a tool has failed', async () => {
    const failing: Scenario = { turns: [[{ tool: 'Write', error: 'No space' }, { text: 'Oh.' }]] };
    const chunks = await chunksOf(failing, tokens);
    const failed = chunks.find(({ type }) => type === 'tool-output-error');
    expect(failed).toMatchObject({ errorText: expect.stringContaining('No space'), dynamic: true });
  });

  it('ends with an error if the turn does', async () => {
    const lost = await chunksOf({ turns: [[{ text: 'Well' }, { exit: 3 }]] }, tokens);
    expect(lost.slice(-3).map(({ type }) => type)).toEqual(['error', 'finish-step', 'finish']);
    expect(lost.at(-1)).toMatchObject({ finishReason: 'error' });
    const apiError = { status: 400, message: 'Too much' };
    const refused = await chunksOf({ turns: [[{ apiError }]] }, tokens);
    expect(refused).toContainEqual({
      type: 'error',
      errorText: expect.stringContaining('Too much'),
    });
  });
});

it('is a response for useChat', async () => {
  await using session = await startSession({ options: { port: fakeCli({}).port } });
  const response = toUIMessageStreamResponse(session.send('Hi'));
  expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
  const lines = (await response.text()).trimEnd().split('\n\n');
  expect(lines.at(-1)).toBe('data: [DONE]');
  expect(JSON.parse(lines[0]?.slice('data: '.length) ?? '')).toMatchObject({ type: 'start' });
});

it('reads no more than is asked for, and stops when the client leaves', async () => {
  await using session = await startSession({ options: { port: fakeCli({}).port } });
  const turn = session.send('Hi');
  const reader = toUIMessageStream(turn).getReader();
  await reader.read();
  await reader.cancel();
  expect((await turn.result).subtype).toBe('success');
});
