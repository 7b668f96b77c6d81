import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tellAll } from './record.mjs';

const env = { ...process.env };
process.env.LEFT_OUT = 'still here';
process.env.CLAUDE_MODEL = 'claude-sonnet-4-5';
const options = { ...cli, env, allowedTools: ['Bash'] };
await tellAll(query({ prompt: 'Look at the environment', options }));
