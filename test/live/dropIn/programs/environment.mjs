import { mkdirSync } from 'node:fs';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tellAll } from './record.mjs';

mkdirSync('elsewhere');
const options = {
  ...cli,
  cwd: 'elsewhere',
  env: { ...process.env, GREETING: 'Good morning', NODE_OPTIONS: '--no-warnings', DEBUG: '*' },
  allowedTools: ['Bash'],
};
await tellAll(query({ prompt: 'Look at the environment', options }));
