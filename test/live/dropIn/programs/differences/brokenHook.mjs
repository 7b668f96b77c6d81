import { existsSync } from 'node:fs';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell } from './record.mjs';

const broken = async () => {
  throw new Error('out of order');
};
const hooks = { PreToolUse: [{ hooks: [broken] }] };
const options = { ...cli, hooks, permissionMode: 'acceptEdits' };
for await (const message of query({ prompt: 'Write the file', options })) {
  if (message.type === 'system' && message.subtype === 'informational') tell('told', message.tag);
}
tell('written', existsSync('note.txt'));
