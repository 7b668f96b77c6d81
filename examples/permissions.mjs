// Decide about each tool call that no rule allows or denies.
import assert from 'node:assert/strict';
import { query } from 'claude-actors';
import { fakeCli } from 'claude-actors/testing';

const cli = fakeCli({
  turns: [
    [
      { tool: 'Write', input: { file_path: 'report.md', content: '# Report' } },
      { tool: 'Write', input: { file_path: 'secrets.env', content: 'KEY=1' } },
      { text: 'Done.' },
    ],
  ],
});

const asked = [];
async function canUseTool(toolName, input, { toolUseID }) {
  asked.push(toolName);
  assert.ok(toolUseID);
  if (input.file_path.endsWith('.env')) {
    return { behavior: 'deny', message: 'Secrets are written by people.' };
  }
  return { behavior: 'allow', updatedInput: { ...input, content: `${input.content}\n` } };
}

let denials;
for await (const message of query('Write both files', { port: cli.port, canUseTool })) {
  if (message.type === 'result') denials = message.permission_denials;
}

assert.deepEqual(asked, ['Write', 'Write']);
assert.deepEqual(cli.processes.at(-1).files, { 'report.md': '# Report\n' });
assert.equal(denials.length, 1);
console.log('ok: one file written as changed, one denied');
