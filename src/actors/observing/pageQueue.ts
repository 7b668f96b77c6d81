import type { Warning } from '../../options/runtimeTypes.js';
import { SignalQueue } from './SignalQueue.js';
import type { PageTarget } from './signal.js';

const queues = new Map<string, SignalQueue>();

/** The way to a page. All that makes one is loaded when the first session asks for it. */
export function pageQueue(target: PageTarget, warn: (warning: Warning) => void): SignalQueue {
  const key = `${target.content} ${target.url ?? ''}`;
  const known = queues.get(key);
  if (known) return known;
  const queue = new SignalQueue();
  queues.set(key, queue);
  import('../../inspect/page/report/reportTo.js')
    .then(({ reportTo }) => reportTo(target, queue))
    .catch((error: unknown) => {
      queue.close();
      warn(unreachable(target, error));
    });
  return queue;
}

function unreachable({ url }: PageTarget, error: unknown): Warning {
  const why = error instanceof Error ? error.message : String(error);
  const what = url ? 'reached' : 'opened';
  const message = `The inspector's page could not be ${what} (${why}); the session goes on unseen.`;
  return { code: 'InspectorUnavailable', message, context: { error } };
}
