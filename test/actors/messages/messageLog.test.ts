import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { userCallbacks } from '../../../src/actors/callbacks/userCallbacks.js';
import { appendVisible, messageVisibility } from '../../../src/actors/messages/messageLog.js';
import { FastPath } from '../../../src/actors/process/FastPath.js';
import { Reader } from '../../../src/actors/process/Reader.js';
import type { MessageFrame } from '../../../src/codec/frames.js';
import type { MessagesEmitted } from '../../../src/machines/session/sessionTypes.js';

const token = fc.record({ type: fc.constant('stream_event'), text: fc.string({ maxLength: 20 }) });
const message = fc.oneof(
  { weight: 6, arbitrary: token },
  { weight: 1, arbitrary: fc.constant({ type: 'keep_alive' }) },
  { weight: 1, arbitrary: fc.constant({ type: 'user', message: { content: 'Hi' } }) },
  { weight: 1, arbitrary: fc.constant({ type: 'a type of tomorrow' }) },
  // No chart follows this lifecycle, and it is not one of the caller's messages.
  { weight: 1, arbitrary: fc.constant({ type: 'command_lifecycle', command_uuid: 1 }) },
  { weight: 1, arbitrary: fc.constant({ type: 'result', subtype: 'success' }) },
);
const chunks = fc.array(fc.array(message, { maxLength: 8 }), { maxLength: 12 });
const isVisible = messageVisibility({ states: false, callerUuids: new Set(), ownUuids: new Set() });
const sizeOf = (frames: readonly MessageFrame[]) =>
  frames.reduce((sum, { text }) => sum + text.length, 0);

/** A reader whose fast path is open whenever it may be: what takes it, chunk by chunk. */
function passing() {
  const passed: MessagesEmitted[] = [];
  const fastPath = new FastPath((messages) => passed.push(messages));
  const reader = new Reader(userCallbacks({}), () => fastPath.onHandled(), { fastPath });
  return { passed, push: (lines: string[]) => reader.push(Buffer.from(lines.join(''))) };
}

/** Whatever the CLI says, and however it is cut, this is so of all that passes. */
function always(check: (messages: MessagesEmitted) => void): void {
  fc.assert(
    fc.property(chunks, (all) => {
      const { passed, push } = passing();
      for (const chunk of all) push(chunk.map((one) => `${JSON.stringify(one)}\n`));
      passed.forEach(check);
    }),
  );
}

describe('messages on the fast path', () => {
  it('carry their size only if all are tokens', () => {
    always(({ frames, tokenBytes }) => {
      const onlyTokens = frames.every(({ message: { type } }) => type === 'stream_event');
      expect(tokenBytes).toBe(onlyTokens ? sizeOf(frames) : undefined);
    });
  });

  it('come with a size and without', () => {
    const { passed, push } = passing();
    const lines = { token: '{"type":"stream_event"}\n', other: '{"type":"keep_alive"}\n' };
    push([lines.token]);
    push([lines.token, lines.token]);
    push([lines.token, lines.other]);
    push([lines.other, lines.token]);
    push([lines.token]);
    const bytes = lines.token.length - 1;
    expect(passed.map(({ tokenBytes }) => tokenBytes)).toEqual([
      2 * bytes,
      undefined,
      undefined,
      bytes,
    ]);
  });

  it('reach readers if they are visible, and count with their size', () => {
    always((messages) => {
      const log: { frames: readonly MessageFrame[]; bytes: number }[] = [];
      const append = (frames: readonly MessageFrame[], bytes = sizeOf(frames)) =>
        log.push({ frames, bytes });
      appendVisible({ append }, messages, isVisible);
      const shown = messages.frames.filter(isVisible);
      expect(log).toEqual([{ frames: shown, bytes: sizeOf(shown) }]);
    });
  });
});
