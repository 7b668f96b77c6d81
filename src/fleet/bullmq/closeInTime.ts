import type { Queue } from 'bullmq';
import { defaultBullmq } from '../../defaults/fleetBackends.js';

/**
 * Closes a queue or a worker of BullMQ, which waits for a server that is gone until it comes back.
 *
 * @param client - The queue or the worker.
 * @param finished - From then on, only the server can make it wait.
 */
export async function closeInTime(
  client: Pick<Queue, 'close' | 'disconnect'>,
  finished: Promise<void> = Promise.resolve(),
): Promise<void> {
  const closed = client.close();
  let timer: NodeJS.Timeout | undefined;
  const late = finished.then(
    () =>
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, defaultBullmq.closeMs);
      }),
  );
  try {
    const isClosed = await Promise.race([closed.then(() => true), late.then(() => false)]);
    if (!isClosed) for (const end of [closed, client.disconnect()]) end.catch(() => {});
  } finally {
    clearTimeout(timer);
  }
}
