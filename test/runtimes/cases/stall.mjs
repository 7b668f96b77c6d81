// A CLI that falls silent in the middle of a turn is stopped.
import assert from 'node:assert/strict';
import { startSession } from 'claude-actors';
import { cli } from './setUp.mjs';

const session = await startSession({
  options: cli('silent.mjs', { stall: { midTurn: 300, firstFrame: 300, action: 'stop' } }),
});
await assert.rejects(session.send('Work').result, ({ code, cause }) => {
  return code === 'TurnLost' && cause.code === 'StallTimeout';
});
await assert.rejects(session.end(), { code: 'StallTimeout' });
assert.equal(session.state, 'failed');
console.log('ok');
