import type { Hub } from '../../inspect/page/server/Hub.js';

/** A page that is loaded anew is gone for a moment. */
const reloadMs = 3_000;

/** Resolves once no page has been open for a while. */
export function untilNobodyLooks(hub: Hub): Promise<void> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const stop = hub.watchViewers((viewers) => {
      clearTimeout(timer);
      if (viewers > 0) return;
      timer = setTimeout(() => {
        stop();
        resolve();
      }, reloadMs);
    });
  });
}
