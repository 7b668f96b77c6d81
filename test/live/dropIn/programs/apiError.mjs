import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tellAll } from './record.mjs';

await tellAll(query({ prompt: 'Say hello', options: { ...cli } }));
