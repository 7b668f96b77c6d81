import { type EventObject, fromCallback } from 'xstate';
import type { CallbackEvent } from '../../machines/callbackMachine.js';
import { Job } from './CallbackHost.js';

/** Runs user code, the only place where it runs. It is aborted where its answer no longer counts. */
export const callbackRunner = fromCallback<EventObject, { job: object }>(({ input, sendBack }) => {
  const controller = new AbortController();
  let open = true;
  const settle = (event: CallbackEvent) => {
    if (!open) return;
    open = false;
    sendBack(event);
  };
  Promise.resolve()
    // The CLI may take a request back in the same chunk: user code is then not started at all.
    .then(() => (open ? Job.run(input.job, controller.signal) : undefined))
    .then(
      (answer) => answer && settle({ type: 'callback.answered', ...answer }),
      (error: unknown) => settle({ type: 'callback.crashed', reason: reasonOf(error) }),
    );
  return () => {
    if (!open) return;
    open = false;
    controller.abort();
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
