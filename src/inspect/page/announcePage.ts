import type { SignalQueue } from '../../actors/observing/SignalQueue.js';
import type { Content } from '../../options/runtimeTypes.js';
import { openHub } from './localPage.js';

/** Opens a page for this process, and says on stderr where it is, as `node --inspect` does. */
export async function announcePage(queue: SignalQueue, content: Content): Promise<void> {
  const { server, drain } = await openHub({ content });
  queue.open(drain);
  process.stderr.write(`Inspect the session at ${server.url}\n`);
}
