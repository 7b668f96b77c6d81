// Several turns in one process, which exits by itself at the end of its input.
import assert from 'node:assert/strict';
import { startSession } from 'claude-actors';
import { cli, isAlive } from './setUp.mjs';

const session = await startSession({ options: cli('echo.mjs') });
const { pid } = session;
for (const text of ['one', 'two', 'three']) {
  const { result } = await session.send(text).result;
  assert.equal(result, text);
}
await session.end();
assert.equal(session.state, 'stopped');
assert.equal(isAlive(pid), false);
console.log('ok');
