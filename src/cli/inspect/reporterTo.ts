import { SignalQueue } from '../../actors/observing/SignalQueue.js';
import { drainIntoHub } from '../../inspect/page/localPage.js';
import type { Hub } from '../../inspect/page/server/Hub.js';
import type { Content, InspectLike } from '../../options/runtimeTypes.js';

/** For the option `inspect` of sessions in this process. */
export function reporterTo(hub: Hub, content: Content): InspectLike {
  const queue = new SignalQueue();
  queue.open(drainIntoHub(hub, content));
  return queue as InspectLike;
}
