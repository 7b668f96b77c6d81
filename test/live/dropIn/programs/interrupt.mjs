import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, said, tell } from './record.mjs';

let next = () => {};
async function* prompts() {
  const answered = new Promise((resolve) => {
    next = resolve;
  });
  yield said('Talk without end');
  await answered;
  yield said('And now?');
}

const run = query({ prompt: prompts(), options: { ...cli, includePartialMessages: true } });
for await (const message of run) {
  tell('message', message);
  if (message.type === 'stream_event' && message.event.delta?.text === 'Once upon a time') {
    tell('answer', { interrupt: (await run.interrupt()) ?? null });
  }
  if (message.type === 'result') next();
}
