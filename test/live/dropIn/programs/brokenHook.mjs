import { existsSync } from 'node:fs';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell, tellAll } from './record.mjs';

const broken = async () => {
  throw new Error('out of order');
};
const hooks = { PreToolUse: [{ hooks: [broken] }] };
await tellAll(
  query({ prompt: 'Write the file', options: { ...cli, hooks, permissionMode: 'acceptEdits' } }),
);
tell('written', existsSync('note.txt'));
