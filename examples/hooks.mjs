// Hooks: block one tool call, and change the input of another.
import assert from 'node:assert/strict';
import { block, modifyInput, proceed, query } from 'claude-actors';
import { fakeCli } from 'claude-actors/testing';

const cli = fakeCli({
  turns: [
    [
      { tool: 'Bash', input: { command: 'rm -rf build' } },
      { tool: 'Bash', input: { command: 'echo hello' } },
      { text: 'Done.' },
    ],
  ],
});

function checkCommand({ tool_input: { command } }) {
  if (command.startsWith('rm ')) return block('Nothing is deleted here.');
  if (command.startsWith('echo ')) return modifyInput({ command: `${command} world` });
  return proceed();
}

const toolResults = [];
const stream = query('Clean up and greet', {
  port: cli.port,
  hooks: {
    // By default, the tool still runs if its hook throws or hangs. `onFailure: 'deny'` blocks it.
    PreToolUse: [{ matcher: 'Bash', hooks: [checkCommand], timeout: 10, onFailure: 'deny' }],
  },
});
for await (const message of stream) {
  if (message.type !== 'user') continue;
  for (const part of message.message.content) toolResults.push(part.content);
}

assert.match(toolResults[0], /Nothing is deleted here/);
assert.equal(toolResults[1], 'hello world');
assert.deepEqual(cli.ran, [{ tool: 'Bash', input: { command: 'echo hello world' } }]);
console.log('ok: one command blocked, one changed');
