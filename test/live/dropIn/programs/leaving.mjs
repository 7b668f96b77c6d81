import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, said, tell, tellAll } from './record.mjs';

for await (const message of query({ prompt: 'Talk without end', options: { ...cli } })) {
  tell('message', message);
  if (message.type === 'assistant') break;
}

async function* input() {
  yield said([
    { type: 'text', text: 'Look: é 漢字 \u2028 \u{1F600}' },
    {
      type: 'image',
      source: {
        type: 'base64',
        media_type: 'image/png',
        data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      },
    },
  ]);
}
await tellAll(query({ prompt: input(), options: { ...cli } }));
