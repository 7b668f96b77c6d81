import { ReadableStream } from 'node:stream/web';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, said, tell, tellAll } from './record.mjs';

/** An iterable by hand: only `next`, as queues of applications are written. */
const queue = [said('One')];
const bare = {
  [Symbol.asyncIterator]: () => ({
    next: async () =>
      queue.length > 0 ? { done: false, value: queue.shift() } : { done: true, value: undefined },
  }),
};
await tellAll(query({ prompt: bare, options: { ...cli } }));

const stream = new ReadableStream({
  start(controller) {
    controller.enqueue(said('Two'));
    controller.close();
  },
});
await tellAll(query({ prompt: stream, options: { ...cli } }));

async function* none() {}
await tellAll(query({ prompt: none(), options: { ...cli } }));

/** Waits for the next message of a user who has gone. */
async function* waiting() {
  try {
    yield said('Three');
    await new Promise(() => {});
  } finally {
    tell('cleaned up', true);
  }
}
for await (const message of query({ prompt: waiting(), options: { ...cli } })) {
  tell('message', message);
  if (message.type === 'result') break;
}

// Reads everything about the session before anything is said.
const early = query({ prompt: 'Four', options: { ...cli } });
const [models, commands, account] = await Promise.all([
  early.supportedModels(),
  early.supportedCommands(),
  early.accountInfo(),
]);
tell('early', { models, commands, account });
await tellAll(early);
