// However you leave the loop, its process exits: with a break, an abort, or at the end of a block.
import assert from 'node:assert/strict';
import process from 'node:process';
import { query, startSession, withStream } from 'claude-actors';
import { simulatedCliPath } from 'claude-actors/testing';

const options = {
  pathToClaudeCodeExecutable: simulatedCliPath,
  env: { ...process.env, CLAUDE_ACTORS_SCENARIO: 'interrupt' },
};

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

// A break closes the query. Your code continues once the process has exited.
const pids = [];
const spawned = { info: ({ pid }) => pids.push(pid), debug() {}, warn() {}, error() {} };
for await (const message of query('A long story', { ...options, logger: spawned })) {
  if (message.type === 'system') break;
}
assert.equal(isAlive(pids[0]), false);

// An abort ends the stream with an error whose code is `Aborted`.
const abortController = new AbortController();
await assert.rejects(
  async () => {
    for await (const message of query('A long story', { ...options, abortController })) {
      if (message.type === 'system') abortController.abort();
    }
  },
  { code: 'Aborted' },
);

// `withStream` always closes the stream. `await using` does the same, if your runtime supports it.
const first = await withStream(query('A long story', options), (stream) => stream.next());
assert.equal(first.value.type, 'system');

// `stop()` ends a session immediately, even in the middle of a turn.
const session = await startSession({ options });
session.send('A long story');
await session.stop();
assert.equal(session.state, 'stopped');
assert.equal(isAlive(session.pid), false);
console.log('ok: nothing is left running');
