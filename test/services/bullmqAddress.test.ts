import { describe, expect, it, jest } from '@jest/globals';
import { bullmq, createFleet, memoryStore } from '../../src/fleet/index.js';

jest.setTimeout(60_000);

/** Nothing listens there. */
const nowhere = ['redis://127.0.0.1:1', 'postgres://fleet@127.0.0.1:1/fleet'];

describe.each(nowhere)('a fleet whose queue is not there: %s', (connection) => {
  it('says so, whatever it is asked first, and can be closed', async () => {
    const fleet = createFleet({ engine: bullmq({ connection }), store: memoryStore() });
    const chat = await fleet.session('chat');
    const calls = [fleet.work(), fleet.status(), chat.send('Hi', { id: '1' })];
    for (const result of await Promise.allSettled(calls)) {
      expect(result).toMatchObject({ status: 'rejected' });
      expect(String((result as PromiseRejectedResult).reason)).toContain('ECONNREFUSED');
    }
    // The message is in the store: whoever sends it again wakes a worker.
    expect(await chat.info()).toMatchObject({ state: 'queued', messages: 1 });
    await fleet.close();
  });
});
