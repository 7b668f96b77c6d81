import { query } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';
import { cli, tellAll } from './record.mjs';

const schema = {
  type: 'object',
  properties: { answer: { type: 'number' } },
  required: ['answer'],
};
const options = { ...cli, outputFormat: { type: 'json_schema', schema } };
await tellAll(query({ prompt: 'How much?', options }));

// Newer CLIs refuse what zod writes by default, and any of them a schema that is none.
const answer = z.object({ answer: z.number() });
const schemas = [
  z.toJSONSchema(answer),
  z.toJSONSchema(answer, { target: 'draft-7' }),
  { type: 'nonsense' },
];
for (const schema of schemas) {
  const outputFormat = { type: 'json_schema', schema };
  await tellAll(query({ prompt: 'How much?', options: { ...cli, outputFormat } }));
}
