// Several readers of one session. Each gets all messages, and none waits for another.
import assert from 'node:assert/strict';
import { startSession } from 'claude-actors';
import { simulatedCliPath } from 'claude-actors/testing';

const session = await startSession({
  options: {
    pathToClaudeCodeExecutable: simulatedCliPath,
    env: { ...process.env, CLAUDE_ACTORS_SCENARIO: 'tools' },
  },
});

async function toolsUsed(messages) {
  const names = [];
  for await (const message of messages) {
    if (message.type !== 'assistant') continue;
    for (const part of message.message.content) if (part.type === 'tool_use') names.push(part.name);
  }
  return names;
}

async function countMessages(messages) {
  let count = 0;
  for await (const _ of messages) count += 1;
  return count;
}

// A reader that is never read from does not slow down the others.
session.messages();
const names = toolsUsed(session.messages());
const counted = countMessages(session.messages());
const states = [];
session.on('stateChanged', ({ state }) => states.push(state));

await session.send('Add a line to the notes').result;
await session.end();

// A late reader starts with the oldest message that is still kept.
assert.equal(await countMessages(session.messages()), await counted);
assert.deepEqual(await names, ['Read', 'Edit', 'Bash']);
assert.deepEqual(states, ['stopping', 'stopped']);
console.log(`ok: two readers and a late one, ${await counted} messages each`);
