import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell } from './record.mjs';

const misspelt = async () => ({ decison: 'block' });
const options = {
  ...cli,
  permissionMode: 'acceptEdits',
  hooks: { PreToolUse: [{ hooks: [misspelt] }] },
};
let isTold = false;
for await (const message of query({ prompt: 'Write the file', options })) {
  isTold ||= message.tag === 'hook_callback_failed';
}
tell('told', isTold);
