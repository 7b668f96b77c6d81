import type { CliRequest } from '../../codec/frames.js';
import type { CallbackAnswer } from '../../machines/callbackChart.js';
import type { CallbackRequest } from '../../machines/cliEvents.js';

/** What tells user code that its answer no longer counts. */
export interface Abortable {
  readonly signal: AbortSignal;
}

/** User code with what it is called with; opaque to the charts. */
export class Job {
  readonly #run: (abortable: Abortable) => Promise<CallbackAnswer>;

  constructor(run: (abortable: Abortable) => Promise<CallbackAnswer>) {
    this.#run = run;
  }

  static run(job: object, abortable: Abortable): Promise<CallbackAnswer> {
    return (job as Job).#run(abortable);
  }
}

export type Prepared =
  | { kind: 'callback'; request: CallbackRequest; job: Job }
  | {
      kind: 'bad';
      request: CallbackRequest;
      code: 'UnknownCallback' | 'CallbackFailed';
      why: string;
    }
  | { kind: 'unanswerable'; why: string };

/** Knows the user's callbacks: makes of a request from the CLI what is to be run, and never runs it. */
export interface CallbackHost {
  prepare(requestId: string, request: CliRequest): Prepared;
  /** For a request that could not be decoded, of whose subtype at least the name is known. */
  prepareMalformed(requestId: string, subtype: string | undefined, why: string): Prepared;
}
