import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tellAll } from './record.mjs';

const odd = { disalowedTools: ['Bash'], ownName: { a: 1 }, model: null, maxTurns: null, env: null };
await tellAll(query({ prompt: 'Say hello', options: { ...cli, ...odd }, extra: true }));
await tellAll(query({ prompt: 'Say hello', options: { ...cli } }, { model: 'ignored' }));
await tellAll(query({ prompt: '', options: { ...cli } }));
