import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tellAll } from './record.mjs';

const schema = {
  type: 'object',
  properties: { answer: { type: 'number' } },
  required: ['answer'],
};
const options = { ...cli, outputFormat: { type: 'json_schema', schema } };
await tellAll(query({ prompt: 'How much?', options }));
