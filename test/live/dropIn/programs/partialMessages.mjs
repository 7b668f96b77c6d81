import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tellAll } from './record.mjs';

const options = { ...cli, includePartialMessages: true, allowedTools: ['Read'] };
await tellAll(query({ prompt: 'Read the file', options }));
