import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { hideContent } from '../../../src/inspect/content/hideContent.js';
import { describeFrame } from '../../../src/inspect/page/report/describeFrame.js';

const folder = new URL('../../testing/recordings/', import.meta.url);

type Json = Record<string, unknown>;

const frames: Json[] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ndjson'))
  .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').trim().split('\n'))
  .map((line) => JSON.parse(line).message as Json | undefined)
  .filter((message) => message !== undefined);

/** Fields with text that people, models and tools have written, anywhere in a frame. */
const contents = new Set(
  'text thinking input tool_input tool_response prompt cwd transcript_path result partial_json command description last_assistant_message error blocked_path arguments tool_use_result structured_output'.split(
    ' ',
  ),
);

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

function contentIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return key === 'content' || contents.has(key) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => contentIn(item, key));
  // The input of a hook has harmless fields; its content is found by field name.
  const isHook = key === 'input' && 'hook_event_name' in value;
  if (contents.has(key) && !isHook) return stringsIn(value);
  return Object.entries(value).flatMap(([name, item]) => contentIn(item, name));
}

describe('a frame without its content', () => {
  it('contains no text that anybody wrote, for any recorded frame', () => {
    expect(frames.length).toBeGreaterThan(1_500);
    let checked = 0;
    for (const frame of frames) {
      const shown = new Set(stringsIn(hideContent(frame)));
      const secret = contentIn(frame).filter((text) => text.length > 7);
      checked += secret.length;
      expect(secret.filter((text) => shown.has(text))).toEqual([]);
    }
    expect(checked).toBeGreaterThan(1_000);
  });

  it('keeps its type and its ids', () => {
    for (const frame of frames) {
      const { type, subtype, request_id, uuid } = frame;
      expect(hideContent(frame)).toMatchObject(
        JSON.parse(JSON.stringify({ type, subtype, request_id, uuid })),
      );
    }
  });

  it('says which hook and tool a request is about, and nothing about its input', () => {
    const request = {
      subtype: 'hook_callback',
      callback_id: 'hook_0',
      input: {
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'rm -rf x', name: 'leak', type: 'leak' },
        cwd: '/home/me',
      },
    };
    expect(hideContent({ type: 'control_request', request_id: 'a', request })).toEqual({
      type: 'control_request',
      request_id: 'a',
      request: {
        subtype: 'hook_callback',
        callback_id: 'hook_0',
        input: {
          hook_event_name: 'PreToolUse',
          tool_name: 'Bash',
          tool_input: {},
          cwd: '[hidden]',
        },
      },
    });
  });

  it('does not mistake the input of a tool for the input of a hook', () => {
    const request = { subtype: 'can_use_tool', input: { hook_event_name: 'x', name: 'leak' } };
    expect(hideContent({ type: 'control_request', request })).toEqual({
      type: 'control_request',
      request: { subtype: 'can_use_tool', input: {} },
    });
  });

  it('hides forms that were filled in, and all names except those of tools', () => {
    const answer = { action: 'accept', content: { name: 'LEAK', id: 'LEAK', status: 'LEAK' } };
    const link = { type: 'resource_link', name: 'LEAK', uri: 'LEAK' };
    const call = { type: 'tool_use', id: 't', name: 'Bash', input: {} };
    const input = { hook_event_name: 'WorktreeCreate', name: 'LEAK' };
    const output = { hookEventName: 'Elicitation', ...answer };
    const shown = [
      { type: 'control_response', response: { subtype: 'success', response: answer } },
      { type: 'control_response', response: { response: { hookSpecificOutput: output } } },
      { type: 'control_request', request: { callback_id: 'hook_0', input } },
      { type: 'user', message: { content: [{ type: 'tool_result', content: [link] }, link] } },
      { type: 'assistant', message: { content: [call] } },
    ].map((frame) => JSON.stringify([hideContent(frame), describeFrame(frame)]));
    expect(shown.filter((text) => text.includes('LEAK'))).toEqual([]);
    expect(shown.at(-1)).toContain('"name":"Bash"');
    expect(shown.at(-1)).toContain('"about":"Bash"');
  });

  it('hides unknown fields', () => {
    expect(hideContent({ type: 'new', novelty: 'text', more: { type: 'x' }, list: ['y'] })).toEqual(
      {
        type: 'new',
        novelty: '[hidden]',
        more: {},
        list: [],
      },
    );
  });
});
