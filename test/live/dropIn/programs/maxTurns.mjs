import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tellAll } from './record.mjs';

const options = { ...cli, maxTurns: 1, allowedTools: ['Glob'] };
await tellAll(query({ prompt: 'Look around', options }));
