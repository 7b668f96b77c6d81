import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const sessionId = 'aaaaaaaa-0000-4000-8000-000000000000';
const uuid = 'bbbbbbbb-0000-4000-8000-000000000000';

/** A streamed token, 250 bytes long like those of the real CLI. */
function delta(number) {
  const event = {
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text: ` word-${String(number).padStart(7, '0')}` },
  };
  return { type: 'stream_event', event, session_id: sessionId, parent_tool_use_id: null, uuid };
}

/** A message of the model, `length` bytes long in all. */
function assistant(length) {
  const message = (text) => ({
    type: 'assistant',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-6',
      content: [{ type: 'text', text }],
      stop_reason: null,
      usage: { input_tokens: 3, output_tokens: 1 },
    },
    parent_tool_use_id: null,
    session_id: sessionId,
    uuid,
  });
  const overhead = JSON.stringify(message('')).length;
  return message('The quick brown fox. '.repeat(length / 20).slice(0, length - overhead));
}

export const shapes = {
  deltas: (count) => Array.from({ length: count }, (_, number) => delta(number)),
  messages: (count, length) => new Array(count).fill(assistant(length)),
};

export function toNdjson(list) {
  return list.map((frame) => `${JSON.stringify(frame)}\n`).join('');
}

/** A temporary folder of frames that the CLIs of all contenders play. `remove` deletes it. */
export function preparedData() {
  const folder = mkdtempSync(join(tmpdir(), 'claude-actors-bench-'));
  let files = 0;
  return {
    folder,
    write(list) {
      files += 1;
      const path = join(folder, `frames-${files}.ndjson`);
      writeFileSync(path, toNdjson(list));
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
