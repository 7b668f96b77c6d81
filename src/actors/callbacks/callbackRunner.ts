import type { CallbackEvent } from '../../machines/callbackChart.js';
import { fromTask } from '../../statechart/fromTask.js';
import { Job } from './callbackHost.js';
import { LazySignal } from './LazySignal.js';

/** Runs user code, the only place where it runs. It is aborted where its answer no longer counts. */
export const callbackRunner = fromTask<{ job: object }, CallbackEvent>(({ job }, say) => {
  const aborting = new LazySignal();
  let open = true;
  const run = async () => {
    // The CLI may take a request back in the same chunk: user code is then not started at all.
    await undefined;
    if (!open) return;
    let event: CallbackEvent;
    try {
      const { body, warning, stopSince } = await Job.run(job, aborting);
      event = { type: 'callback.answered', body, warning, stopSince };
    } catch (error) {
      event = { type: 'callback.crashed', reason: reasonOf(error) };
    }
    if (!open) return;
    open = false;
    say(event);
  };
  run();
  return () => {
    if (!open) return;
    open = false;
    aborting.abort();
  };
});

/** A text in any case: a message that is no string would break the chart that quotes it. */
function reasonOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'it threw something that has no text';
  }
}
