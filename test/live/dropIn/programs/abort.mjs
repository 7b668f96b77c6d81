import { AbortError, query } from '@anthropic-ai/claude-agent-sdk';
import { cli, failure, tell } from './record.mjs';

const abortController = new AbortController();
const options = { ...cli, abortController, includePartialMessages: true };
try {
  for await (const message of query({ prompt: 'Talk without end', options })) {
    tell(abortController.signal.aborted ? 'after the abort' : 'message', message);
    if (message.type === 'stream_event' && message.event.delta?.text === 'Once upon a time') {
      abortController.abort();
    }
  }
  tell('ending', 'done');
} catch (error) {
  tell('ending', { isAbortError: error instanceof AbortError, ...failure(error) });
}
