import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell } from './record.mjs';

const run = query({ prompt: 'One', options: { ...cli } });
tell('models', (await run.supportedModels()).length > 0);
tell('answer', await run.mcpServerStatus());
for await (const message of run) tell('message', message);
