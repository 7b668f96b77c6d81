// Interrupt a turn. The session continues.
import assert from 'node:assert/strict';
import { startSession } from 'claude-actors';
import { simulatedCliPath } from 'claude-actors/testing';

const session = await startSession({
  options: {
    pathToClaudeCodeExecutable: simulatedCliPath,
    env: { ...process.env, CLAUDE_ACTORS_SCENARIO: 'interrupt' },
    includePartialMessages: true,
  },
});

const long = session.send('Tell me a very long story');
for await (const message of long) {
  if (message.type === 'stream_event') {
    await long.interrupt();
    break;
  }
}
const cut = await long.result;
assert.equal(cut.is_error, true);
assert.equal(cut.terminal_reason, 'aborted_streaming');

const next = await session.send('Something else, then').result;
assert.equal(next.result, 'What else?');

await session.end();
console.log(`ok: the first turn ended with ${cut.terminal_reason}, the second with an answer`);
