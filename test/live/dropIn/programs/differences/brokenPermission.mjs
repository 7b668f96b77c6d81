import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell } from './record.mjs';

const canUseTool = async (_tool, { content }) => {
  if (content === 'thrown') throw new Error('out of order');
  return { behavior: 'perhaps' };
};

const options = { ...cli, canUseTool, permissionMode: 'default' };
for await (const message of query({ prompt: 'Write the files', options })) {
  if (message.type === 'user') tell('refusal', message.message.content[0].content);
}
