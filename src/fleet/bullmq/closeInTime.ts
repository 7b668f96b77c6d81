import type { Queue } from 'bullmq';
import { defaultBullmq } from '../../defaults/fleetBackends.js';

/**
 * Closes a queue or a worker of BullMQ. If the server is gone, BullMQ itself would wait until it is back.
 *
 * @param client - The queue or the worker.
 * @param finished - Resolves when only the server can still delay the end. The time counts from there.
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
