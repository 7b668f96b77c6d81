import { describe, expect, it } from '@jest/globals';
import type { UserContent } from '../../src/codec/blocks.js';
import {
  answerLine,
  encodeAnswer,
  encodeAnyRequest,
  type FromCliSubtype,
  requestLine,
  userMessageLine,
} from '../../src/codec/control.js';
import { decodeText } from '../../src/codec/frames.js';
import { readRecording, recordingNames } from '../support/recordings.js';

type Json = Record<string, unknown>;

/** What our encoders make of a frame that was written to the real CLI. */
function encodeAgain(frame: Json, asked: Map<unknown, FromCliSubtype>): string {
  if (frame.type === 'control_request') {
    const { subtype, ...fields } = frame.request as Json & { subtype: string };
    return requestLine(frame.request_id as string, encodeAnyRequest(subtype, fields));
  }
  if (frame.type === 'control_response') {
    const { request_id: id, response } = frame.response as Json;
    const subtype = asked.get(id);
    if (!subtype) throw new Error(`answer to a request that was not asked: ${String(id)}`);
    return answerLine(id as string, encodeAnswer(subtype, response as never));
  }
  const { message, parent_tool_use_id: parentToolUseId, session_id: sessionId, uuid } = frame;
  return userMessageLine({
    content: (message as { content: UserContent }).content,
    uuid: uuid as string,
    parentToolUseId: parentToolUseId as null,
    sessionId: sessionId as string,
  });
}

it('has both versions of the CLI', () => {
  expect(recordingNames.length).toBeGreaterThan(40);
  expect(new Set(recordingNames.map((name) => name.split('/')[0])).size).toBe(2);
});

describe.each(recordingNames)('%s', (name) => {
  it('decodes every frame that the CLI wrote', async () => {
    const { entries } = await readRecording(name);
    for (const entry of entries) {
      if (entry.dir !== 'out') continue;
      const text = JSON.stringify(entry.message);
      const frame = decodeText(text);
      expect(frame.kind).not.toBe('invalid');
      expect(frame.kind === 'message').toBe(!String(entry.message.type).startsWith('control_'));
      if (frame.kind === 'message') expect(frame.message).toEqual(entry.message);
    }
  });

  it('encodes every frame that was written to it to the same JSON', async () => {
    const { entries } = await readRecording(name);
    const asked = new Map<unknown, FromCliSubtype>();
    for (const entry of entries) {
      if (entry.dir === 'out' && entry.message.type === 'control_request') {
        const { subtype } = entry.message.request as { subtype: FromCliSubtype };
        asked.set(entry.message.request_id, subtype);
      }
      if (entry.dir !== 'in' || !entry.message) continue;
      const line = encodeAgain(entry.message, asked);
      expect(line.endsWith('\n')).toBe(true);
      expect(JSON.parse(line)).toEqual(entry.message);
    }
  });
});
