import type { CallbackAnswer } from '../../machines/callbackChart.js';

/** Holds the signal that aborts when an answer is no longer needed. */
export interface Abortable {
  readonly signal: AbortSignal;
}

/**
 * A call of user code that is ready to run. Its function and arguments are private, so that charts
 * and inspectors, which pass jobs along, cannot see user data.
 */
export class CallbackJob {
  readonly #run: (abortable: Abortable) => Promise<CallbackAnswer>;

  constructor(run: (abortable: Abortable) => Promise<CallbackAnswer>) {
    this.#run = run;
  }

  static run(job: object, abortable: Abortable): Promise<CallbackAnswer> {
    return (job as CallbackJob).#run(abortable);
  }
}
