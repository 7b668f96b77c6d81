// stop() ends the CLI and what it has started, in the middle of a turn.
import assert from 'node:assert/strict';
import { startSession } from 'claude-actors';
import { cli, gone, isAlive } from './setUp.mjs';
import { toolPid } from './toolPid.mjs';

const session = await startSession({ options: cli('withTool.mjs') });
const { pid } = session;
session.send('Work').result.catch(() => {});
const tool = await toolPid();
assert.equal(isAlive(tool), true);
await session.stop();
assert.equal(session.state, 'stopped');
assert.equal(isAlive(pid), false);
await gone(tool);
console.log('ok');
