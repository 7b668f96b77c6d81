import type { CliRequest } from '../../codec/frames.js';
import type { CallbackRequest } from '../../machines/callbackChart.js';
import type { CallbackJob } from './CallbackJob.js';

/** What becomes of a request from the CLI. */
export type Prepared =
  | { kind: 'callback'; request: CallbackRequest; job: CallbackJob }
  /** There is no user code for it. The CLI gets the failure answer of its kind. */
  | {
      kind: 'bad';
      request: CallbackRequest;
      code: 'UnknownCallback' | 'CallbackFailed';
      why: string;
    }
  /** This version does not know the request. The CLI gets an error. */
  | { kind: 'unanswerable'; why: string; errorCode?: string };

/** Finds the user's callback for a request from the CLI. It never runs the callback. */
export interface CallbackHost {
  prepare(requestId: string, request: CliRequest): Prepared;
  /** For a request that could not be decoded. Its subtype and the hook it names may be known. */
  prepareMalformed(
    requestId: string,
    subtype: string | undefined,
    why: string,
    callbackId?: string,
  ): Prepared;
}
