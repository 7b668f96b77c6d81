import type { CallbackEvent } from '../../machines/callbackChart.js';
import { fromTask } from '../../statechart/fromTask.js';
import { type Abortable, CallbackJob } from './CallbackJob.js';

/**
 * Runs a callback of the user. All user code that the CLI calls runs here. Stopping the actor aborts
 * the callback's signal, because its answer is no longer needed.
 */
export const callbackRunner = fromTask<{ job: object }, CallbackEvent>(({ job }, send) => {
  const call = new Call(job, send);
  startSoon(call);
  return () => call.abort();
});

/**
 * Created with its first call. A list that was created earlier would be in V8's old space, and would
 * keep its calls alive until a full collection.
 */
let due: Call[] | undefined;

/**
 * Starts a call together with all others that come with the same chunk of output.
 *
 * Readers that keep up see the messages before the request first: a callback may look up what the
 * program's loop has learned. Loops continue in microtasks, and a `nextTick` that a microtask asks for
 * runs after all of them. If the CLI cancels the request in the same chunk, the callback is never
 * called.
 */
function startSoon(call: Call): void {
  if (due) {
    due.push(call);
    return;
  }
  due = [call];
  queueMicrotask(() => process.nextTick(startDue));
}

function startDue(): void {
  const calls = due ?? [];
  due = undefined;
  for (const call of calls) call.start();
}

/** One call of user code, until it has answered or its answer is no longer needed. */
class Call implements Abortable {
  readonly #job: object;
  readonly #send: (event: CallbackEvent) => void;
  #isOpen = true;
  #isAborted = false;
  #abortController: AbortController | undefined;

  constructor(job: object, send: (event: CallbackEvent) => void) {
    this.#job = job;
    this.#send = send;
  }

  /** Created when it is first read. That costs 10 µs, and most hooks never read it. */
  get signal(): AbortSignal {
    if (!this.#abortController) {
      this.#abortController = new AbortController();
      if (this.#isAborted) this.#abortController.abort();
    }
    return this.#abortController.signal;
  }

  async start(): Promise<void> {
    if (!this.#isOpen) return;
    let event: CallbackEvent;
    const startedAt = performance.now();
    const duration = () => Math.round(performance.now() - startedAt);
    try {
      const { body, warning, stopSince } = await CallbackJob.run(this.#job, this);
      const durationMs = warning && duration();
      event = { type: 'callback.answered', body, warning, stopSince, durationMs };
    } catch (error) {
      event = { type: 'callback.crashed', reason: reasonOf(error), durationMs: duration() };
    }
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#send(event);
  }

  abort(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#isAborted = true;
    this.#abortController?.abort();
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
