// Stream the text, token by token.
import assert from 'node:assert/strict';
import { query } from 'claude-actors';
import { simulatedCliPath } from 'claude-actors/testing';

const options = {
  pathToClaudeCodeExecutable: simulatedCliPath,
  env: { ...process.env, CLAUDE_ACTORS_SCENARIO: 'hello' },
  includePartialMessages: true,
};

const tokens = [];
let answer;
for await (const message of query({ prompt: 'Count to ten', options })) {
  if (message.type === 'stream_event' && message.event.type === 'content_block_delta') {
    const { delta } = message.event;
    if (delta.type === 'text_delta') tokens.push(delta.text);
  }
  if (message.type === 'result') answer = message.result;
}

assert.ok(tokens.length > 5);
assert.equal(tokens.join(''), answer);
console.log(`ok: ${tokens.length} tokens make one answer`);
