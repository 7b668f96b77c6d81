import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell, tellAll } from './record.mjs';

const agents = {
  poet: {
    description: 'Writes verse',
    prompt: 'You are a poet. Rhyme.',
    tools: ['Read'],
    model: 'inherit',
  },
};
const seen = async (input) => {
  tell('hook', input);
  return {};
};
const hooks = { SubagentStart: [{ hooks: [seen] }], SubagentStop: [{ hooks: [seen] }] };
await tellAll(query({ prompt: 'Have a poem written', options: { ...cli, agents, hooks } }));
