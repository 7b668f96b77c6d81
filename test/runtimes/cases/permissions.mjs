// The CLI asks for permission: once it is denied, once it is given.
import assert from 'node:assert/strict';
import { query } from 'claude-actors';
import { cli } from './setUp.mjs';

async function failed(answer) {
  const asked = [];
  const canUseTool = async (tool) => {
    asked.push(tool);
    return answer;
  };
  let isError;
  for await (const message of query({
    prompt: 'Go',
    options: cli('permissions', { canUseTool }),
  })) {
    if (message.type === 'user') isError = message.message.content[0].is_error === true;
  }
  assert.deepEqual(asked, ['Write']);
  return isError;
}

assert.equal(await failed({ behavior: 'deny', message: 'No.' }), true);
assert.equal(await failed({ behavior: 'allow' }), false);
console.log('ok');
