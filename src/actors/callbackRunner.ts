import { type EventObject, fromCallback } from 'xstate';
import type { CallbackEvent } from '../machines/callbackMachine.js';
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
    .then(() => Job.run(input.job, controller.signal))
    .then(
      (answer) => settle({ type: 'callback.answered', ...answer }),
      (error: unknown) => settle({ type: 'callback.crashed', reason: reasonOf(error) }),
    );
  return () => {
    if (!open) return;
    open = false;
    controller.abort();
  };
});

function reasonOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return 'it threw something that has no text';
  }
}
