// A PreToolUse hook blocks one command and lets another one run.
import assert from 'node:assert/strict';
import { block, query } from 'claude-actors';
import { cli } from './setUp.mjs';

const asked = [];
const hook = async ({ tool_input: { command } }) => {
  asked.push(command);
  return command.startsWith('rm ') ? block('Keep the build.') : {};
};
const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [hook] }] };
const results = [];
for await (const message of query({ prompt: 'Tidy up', options: cli('hooks', { hooks }) })) {
  if (message.type === 'user') results.push(message.message.content[0].is_error === true);
}
assert.deepEqual(asked, ['rm -rf build', 'ls']);
assert.deepEqual(results, [true, false]);
console.log('ok');
