import { AbortError, query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell } from './record.mjs';

const abortController = new AbortController();
abortController.abort();
try {
  const options = { ...cli, abortController };
  for await (const { type } of query({ prompt: 'Say hello', options })) tell('message', type);
} catch (error) {
  tell('error', { message: error.message, isAbortError: error instanceof AbortError });
}
