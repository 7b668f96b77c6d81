import { describe, expect, it } from '@jest/globals';
import { CallWatcher } from '../../../src/actors/approvals/CallWatcher.js';
import type { WireMessage } from '../../../src/codec/wireMessages.js';

describe('the watcher of calls that need an approval', () => {
  it.each([
    { type: 'stream_event', parent_tool_use_id: null },
    ...[undefined, null, 7, 'x', [], { type: 'content_block_start' }].map((event) => ({
      type: 'stream_event',
      parent_tool_use_id: null,
      event,
    })),
    { type: 'stream_event', parent_tool_use_id: null, event: content(null) },
    { type: 'system', subtype: 'init', claude_code_version: null },
    { type: 'result', subtype: 'success', stop_reason: 'tool_deferred', deferred_tool_use: null },
  ])('survives a frame that lacks what it needs: %j', async (frame) => {
    const watcher = new CallWatcher(true, () => {});
    watcher.see(frame as unknown as WireMessage);
    watcher.see(streamed(content({ type: 'tool_use', id: 't' })));
    watcher.see(streamed({ type: 'message_stop' }));
    // No version was seen that can defer.
    expect(await watcher.canDefer('t')).toBe(false);
  });
});

function content(block: unknown) {
  return { type: 'content_block_start', content_block: block };
}

function streamed(event: object): WireMessage {
  return { type: 'stream_event', parent_tool_use_id: null, event } as unknown as WireMessage;
}
