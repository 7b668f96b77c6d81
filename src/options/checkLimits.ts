import { checkKeys } from './checkKeys.js';
import { checkCount } from './checkNumbers.js';
import type { Limits } from './runtimeTypes.js';

const most = 2_147_483_647;
/** V8 has no longer string, and a line becomes one. */
const longestLine = 536_870_888;

const counts = [
  ['lineBytes', 1, longestLine],
  ['unreadBytes', 1, most],
  ['stderrBytes', 1, most],
  ['queuedOperations', 1, most],
  ['pendingRequests', 1, most],
] as const;

/** Throws `InvalidOption` for a limit that cannot hold, or that is under a wrong name. */
export function checkLimits(limits: Limits): void {
  checkKeys('limits', limits, [...counts.map(([name]) => name), 'callbacks']);
  for (const [name, least, greatest] of counts) {
    if (limits[name] !== undefined) checkCount(`limits.${name}`, limits[name], least, greatest);
  }
  const { callbacks = {} } = limits;
  checkKeys('limits.callbacks', callbacks, ['hook', 'permission', 'mcp']);
  for (const [kind, pool = {}] of Object.entries(callbacks)) {
    const path = `limits.callbacks.${kind}`;
    checkKeys(path, pool, ['atOnce', 'waiting']);
    if (pool.atOnce !== undefined) checkCount(`${path}.atOnce`, pool.atOnce, 1, most);
    if (pool.waiting !== undefined) checkCount(`${path}.waiting`, pool.waiting, 0, most);
  }
}
