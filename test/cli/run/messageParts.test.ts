import { describe, expect, it } from '@jest/globals';
import { MessageParts, type Part } from '../../../src/cli/run/MessageParts.js';
import type { Message } from '../../../src/codec/messages.js';
import { type Entry, readRecording } from '../../support/recordings.js';
import { assistant, result } from '../../support/talkingCli.js';

function partsOf(messages: readonly unknown[]): Part[] {
  const parts = new MessageParts();
  return messages.flatMap((message) => parts.read(message as Message));
}

const textOf = (parts: readonly Part[]) =>
  parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');

const delta = (text: string, more: object = {}) => ({
  type: 'stream_event',
  event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
  parent_tool_use_id: null,
  ...more,
});
const begin = (id: string) => ({
  type: 'stream_event',
  event: { type: 'message_start', message: { id } },
  parent_tool_use_id: null,
});
const whole = (id: string, content: unknown[], parent: string | null = null) => ({
  type: 'assistant',
  message: { id, role: 'assistant', content },
  parent_tool_use_id: parent,
});

describe('the parts of a stream of messages', () => {
  it('has the text of a recorded stream once, although it comes both streamed and complete', async () => {
    const { entries } = await readRecording('cli-2.1.325/session-hooks-permission-mcp');
    const said = (entry: Entry) => (entry.dir === 'out' ? [entry.message] : []);
    const parts = partsOf(entries.flatMap(said));
    expect(textOf(parts)).toBe('Writing.Done.');
    expect(parts.filter(({ kind }) => kind === 'tool')).toEqual([
      expect.objectContaining({ name: 'Write', bySubagent: false }),
      expect.objectContaining({ name: 'mcp__calc__add' }),
    ]);
  });

  it('has the text of messages that are not streamed', () => {
    expect(partsOf([assistant('one'), assistant('two'), result('two')])).toEqual([
      { kind: 'text', text: 'one' },
      { kind: 'textEnd' },
      { kind: 'text', text: 'two' },
      { kind: 'textEnd' },
    ]);
  });

  it('has a message that was not streamed after one that was', () => {
    const text = (text: string) => ({ type: 'text', text });
    const messages = [
      begin('a'),
      delta('one'),
      whole('a', [text('one')]),
      whole('b', [text('two')]),
    ];
    expect(textOf(partsOf(messages))).toBe('onetwo');
  });

  it('omits the text of a subagent, and marks its tool calls', () => {
    const content = [
      { type: 'text', text: 'to myself' },
      { type: 'tool_use', id: 't', name: 'Read', input: {} },
      { type: 'thinking', thinking: 'hm' },
    ];
    const messages = [delta('psst', { parent_tool_use_id: 'x' }), whole('a', content, 'x')];
    expect(partsOf(messages)).toEqual([
      { kind: 'tool', name: 'Read', input: {}, bySubagent: true },
    ]);
  });

  it('has the text of a result only if there was no text before', () => {
    expect(textOf(partsOf([result('Compacted.')]))).toBe('Compacted.');
    expect(textOf(partsOf([assistant('one'), result('other')]))).toBe('one');
    expect(partsOf([result('')])).toEqual([]);
    expect(partsOf([{ type: 'result', subtype: 'error_max_turns', errors: ['x'] }])).toEqual([]);
  });
});
