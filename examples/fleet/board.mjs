// A dashboard of a fleet's queue: who waits, who runs, what failed.
//   npm install @bull-board/api @bull-board/express express bullmq ioredis
//   REDIS_URL=redis://127.0.0.1:6379 node examples/fleet/board.mjs
// Run without REDIS_URL it only says what it needs.
const { REDIS_URL: url, PORT: port = '3000', FLEET_QUEUE: name = 'claude-actors' } = process.env;
if (!url) {
  console.log('Set REDIS_URL to the address of the Redis that your fleet uses.');
} else {
  const { createBullBoard } = await import('@bull-board/api');
  const { BullMQAdapter } = await import('@bull-board/api/bullMQAdapter');
  const { ExpressAdapter } = await import('@bull-board/express');
  const { default: express } = await import('express');
  const { Queue } = await import('bullmq');

  const serverAdapter = new ExpressAdapter();
  const queue = new Queue(name, { connection: { url } });
  // Read-only: a conversation is woken by its fleet, never by hand.
  createBullBoard({ queues: [new BullMQAdapter(queue, { readOnlyMode: true })], serverAdapter });
  express()
    .use(serverAdapter.getRouter())
    .listen(Number(port), '127.0.0.1', () => console.log(`http://127.0.0.1:${port}`));
}
