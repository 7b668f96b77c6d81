import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, said, tell } from './record.mjs';

async function* broken() {
  yield said('One');
  throw new Error('the queue is gone');
}
try {
  for await (const { type } of query({ prompt: broken(), options: { ...cli } })) tell('type', type);
} catch ({ name, message }) {
  tell('error', { name, isNamed: message.includes('the queue is gone') });
}
