// A conversation: several messages to one process, each with its own result.
import assert from 'node:assert/strict';
import { startSession } from 'claude-actors';
import { simulatedCliPath } from 'claude-actors/testing';

const session = await startSession({ options: { pathToClaudeCodeExecutable: simulatedCliPath } });
const { pid } = session;

const first = session.send('Who are you?');
for await (const message of first) {
  if (message.type === 'assistant') assert.equal(message.message.role, 'assistant');
}
assert.match((await first.result).result, /Who are you\?/);

// You do not have to iterate over a turn. You can just await its result.
const { result } = await session.send('And what can you do?').result;
assert.match(result, /what can you do/);

assert.equal(session.pid, pid);
assert.equal(session.state, 'running');
await session.end();
assert.equal(session.state, 'stopped');
console.log('ok: two turns, one process');
