// A background agent that is still running after the first result. `end()` waits for it, and for
// Claude's answer to it.
import assert from 'node:assert/strict';
import { startSession } from 'claude-actors';
import { fakeCli } from 'claude-actors/testing';

const agent = {
  agent: 'Search the archive',
  background: true,
  takes: 300,
  afterwards: [{ text: 'The agent has finished.' }],
};
const cli = fakeCli({ turns: [[agent, { text: 'An agent is at it.' }]] });
const session = await startSession({ options: { port: cli.port } });

const tasks = [];
session.on('task', ({ state }) => tasks.push(state));
const results = [];
session.on('message', (message) => {
  if (message.type === 'result') results.push(message.result);
});

await session.send('Look into it in the background').result;
assert.equal(session.tasks.length, 1);
assert.equal(results.length, 1);

await session.end();
assert.deepEqual(tasks, ['running', 'completed']);
assert.equal(results.at(-1), 'The agent has finished.');
console.log(`ok: ${results.length} results, the last after the agent`);
