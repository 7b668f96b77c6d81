import { AbortError, query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell } from './record.mjs';

process.on('unhandledRejection', (error) => tell('unhandled', String(error)));

function described(error) {
  const { name, message } = error;
  return { name, message, isAbortError: error instanceof AbortError };
}

function start() {
  const abortController = new AbortController();
  const run = query({ prompt: 'Talk', options: { ...cli, abortController } });
  return { abortController, run };
}

/** Reads until Claude talks, which it does without end. */
async function untilItTalks(run) {
  for (;;) {
    const { value } = await run.next();
    if (value.type === 'assistant') return;
  }
}

const pending = start();
await untilItTalks(pending.run);
const pull = pending.run.next().catch(described);
pending.abortController.abort(new Error('a reason of its own'));
tell('pending', await pull);
tell('pending', await pending.run.next());

const reading = start();
try {
  for await (const message of reading.run) {
    if (message.type === 'assistant') setTimeout(() => reading.abortController.abort(), 10);
  }
} catch (error) {
  tell('reading', described(error));
}

const unread = start();
await untilItTalks(unread.run);
unread.abortController.abort();
tell(
  'unread',
  await unread.run.setModel('opus').then(
    () => 'resolved',
    () => 'rejected',
  ),
);

const left = start();
for await (const message of left.run) if (message.type === 'assistant') break;
left.abortController.abort();
tell('left', await left.run.next());
