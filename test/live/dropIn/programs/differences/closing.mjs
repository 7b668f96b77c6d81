import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell } from './record.mjs';

const run = query({ prompt: 'Say hello', options: { ...cli } });
for await (const message of run) if (message.type === 'system') break;
const closed = run.close();
tell('close', closed instanceof Promise);
await closed;
