import type { ControlOutcome, InvalidFrame, MessageFrame } from '../codec/frames.js';
import type { ResultMessage } from '../codec/results.js';
import type { CallbackRequest } from './callbackChart.js';
import type { CliState } from './session/isRunOver.js';
import type { TaskChange } from './session/taskLedger.js';

/**
 * What the reader makes of the CLI's output, in order. Messages that no chart looks at are sent
 * together, one event per chunk, because an event per message would cost more than parsing it.
 */
export type CliEvent =
  | { type: 'cli.messages'; frames: readonly MessageFrame[]; openTools: number }
  | { type: 'cli.result'; frame: MessageFrame; result: ResultMessage }
  | { type: 'cli.state'; frame: MessageFrame; state: CliState }
  | { type: 'cli.lifecycle'; frame: MessageFrame; uuid: string; state: string }
  | { type: 'cli.task'; frame: MessageFrame; task: TaskChange }
  | ({ type: 'cli.callback'; job: object } & CallbackRequest)
  /** A request that cannot be passed to user code. It gets the failure answer for its kind. */
  | ({
      type: 'cli.badCallback';
      code: 'UnknownCallback' | 'CallbackFailed';
      why: string;
    } & CallbackRequest)
  /** A request that nothing here can answer. It gets an error response. */
  | { type: 'cli.unanswerable'; requestId: string; why: string; errorCode?: string | undefined }
  | { type: 'cli.cancel'; requestId: string }
  | { type: 'cli.response'; requestId: string; outcome: ControlOutcome }
  /** `last`: the output ended with this line, without a newline. */
  | { type: 'cli.undecodable'; frame: InvalidFrame; last: boolean }
  | { type: 'cli.oversize'; head: string; limit: number }
  | { type: 'cli.largeLine'; waiting: number };

/** A line for the CLI, before it is encoded. Bodies are already JSON. */
export type Outgoing =
  | { kind: 'request'; id: string; body: string }
  | { kind: 'answer'; id: string; body: string }
  | { kind: 'error'; id: string; error: string; errorCode?: string | undefined }
  | { kind: 'message'; line: string };
