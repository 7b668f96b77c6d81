// bull-board on the queue of the fleet, to look at. It needs `npm install @bull-board/express express`,
// and FLEET_URL. Open http://127.0.0.1:3000.
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { createPostgresBackend, Queue, withBackend } from 'bullmq';
import express from 'express';

const { FLEET_URL: url, BOARD_PORT = '3000' } = process.env;
// The name is that of bullmq({ queue }), which has this default.
const queue = url?.startsWith('postgres')
  ? new (withBackend(createPostgresBackend).Queue)('claude-actors', {
      connection: { connectionString: url },
    })
  : new Queue('claude-actors', { connection: { url } });

const serverAdapter = new ExpressAdapter();
const adapter = new BullMQAdapter(queue, {
  // A job is a wake-up, and its lock is a lease: nobody may retry or remove one by hand.
  readOnlyMode: true,
  description: 'One job for each conversation that waits for a worker or has one.',
});
adapter.setFormatter('name', ({ name, data }) => `${name} ${data.id}`);
createBullBoard({ queues: [adapter], serverAdapter });

const server = express().use(serverAdapter.getRouter()).listen(Number(BOARD_PORT), '127.0.0.1');
server.once('listening', () => console.log(`http://127.0.0.1:${server.address().port}`));
