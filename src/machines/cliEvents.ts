import type { ControlOutcome, InvalidFrame, MessageFrame } from '../codec/frames.js';
import type { ResultMessage } from '../codec/results.js';
import type { CallbackKind } from './callbackChart.js';
import type { CliState } from './session/runOver.js';
import type { TaskChange } from './session/taskLedger.js';

/** A request from the CLI that user code is to answer. */
export interface CallbackRequest {
  requestId: string;
  kind: CallbackKind;
  label: string;
  /** The event of a hook: `PreToolUse`. */
  hookEvent?: string;
  /** The tool that a hook or permission is about. */
  toolName?: string;
  timeoutMs?: number;
  failureBody: string;
}

/**
 * What the reader makes of the CLI's output, in order. Messages that no chart looks at travel
 * together, one event a chunk: an event a message would cost more than parsing it.
 */
export type CliEvent =
  | { type: 'cli.messages'; frames: readonly MessageFrame[]; openTools: number }
  | { type: 'cli.result'; frame: MessageFrame; result: ResultMessage }
  | { type: 'cli.state'; frame: MessageFrame; state: CliState }
  | { type: 'cli.lifecycle'; frame: MessageFrame; uuid: string; state: string }
  | { type: 'cli.task'; frame: MessageFrame; task: TaskChange }
  | ({ type: 'cli.callback'; job: object } & CallbackRequest)
  /** One that cannot be handed to user code; it gets the failure answer of its kind. */
  | ({
      type: 'cli.badCallback';
      code: 'UnknownCallback' | 'CallbackFailed';
      why: string;
    } & CallbackRequest)
  /** One that nobody here can answer; it gets an error answer. */
  | { type: 'cli.unanswerable'; requestId: string; why: string }
  | { type: 'cli.cancel'; requestId: string }
  | { type: 'cli.response'; requestId: string; outcome: ControlOutcome }
  /** `last`: it came without a newline, at the end of the output. */
  | { type: 'cli.undecodable'; frame: InvalidFrame; last: boolean }
  | { type: 'cli.oversize'; head: string; limit: number }
  | { type: 'cli.largeLine'; waiting: number };

/** A line for the CLI, before it is text. Bodies are JSON already. */
export type Outgoing =
  | { kind: 'request'; id: string; body: string }
  | { kind: 'answer'; id: string; body: string }
  | { kind: 'error'; id: string; error: string }
  | { kind: 'message'; line: string };
