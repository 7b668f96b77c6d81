import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell } from './record.mjs';

for await (const message of query({ prompt: 'Talk a lot', options: { ...cli } })) {
  if (message.type === 'assistant') tell('length', message.message.content[0].text.length);
  else tell('type', message.type);
}
