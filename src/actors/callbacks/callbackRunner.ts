import { setImmediate } from 'node:timers/promises';
import type { CallbackEvent } from '../../machines/callbackChart.js';
import { fromTask } from '../../statechart/fromTask.js';
import { type Abortable, CallbackJob } from './CallbackJob.js';

/**
 * Runs a callback of the user; all user code that the CLI asks for runs here. Stopping the actor
 * aborts the callback's signal, because its answer is no longer needed.
 */
export const callbackRunner = fromTask<{ job: object }, CallbackEvent>(({ job }, send) => {
  const abortController = new LazyAbortController();
  let isOpen = true;
  const run = async () => {
    // Readers that keep up see the messages before the request first: a program may look up in its
    // callback what it learned in its loop. And if the CLI cancels the request in the same chunk,
    // user code is not called at all.
    await setImmediate();
    if (!isOpen) return;
    let event: CallbackEvent;
    const startedAt = performance.now();
    const duration = () => Math.round(performance.now() - startedAt);
    try {
      const { body, warning, stopSince } = await CallbackJob.run(job, abortController);
      const durationMs = warning && duration();
      event = { type: 'callback.answered', body, warning, stopSince, durationMs };
    } catch (error) {
      event = { type: 'callback.crashed', reason: reasonOf(error), durationMs: duration() };
    }
    if (!isOpen) return;
    isOpen = false;
    send(event);
  };
  run();
  return () => {
    if (!isOpen) return;
    isOpen = false;
    abortController.abort();
  };
});

/** Creates its signal when it is first read. That costs 10 µs, and most hooks never read it. */
class LazyAbortController implements Abortable {
  #controller: AbortController | undefined;
  #aborted = false;

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort();
    return this.#controller.signal;
  }

  abort(): void {
    this.#aborted = true;
    this.#controller?.abort();
  }
}

/** Always a string: the chart quotes it, and `message` of a thrown error may be anything. */
function reasonOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'it threw a value that cannot be converted to a string';
  }
}
