import type { CliRequest, MessageFrame } from '../../codec/frames.js';
import type { ResultMessage } from '../../codec/results.js';
import type { ClaudeActorsError } from '../../errors.js';
import type { Command } from '../../ffi/process/port.js';
import type { CallbackAnswer, CallbackKind } from '../../machines/callbackChart.js';
import type { Warning } from '../../options/runtimeTypes.js';
import type { Traffic } from '../process/Traffic.js';

/** User code that the CLI asked for. */
export interface ObservedCallback {
  kind: CallbackKind;
  /** The event of a hook, the tool of a permission, the server of an MCP message. */
  name: string;
  requestId: string;
}

export type OperationResult = 'succeeded' | 'failed' | 'timedOut' | 'cancelled';

/** What is worth telling of one run of the CLI, before it is a log line or a metric. */
export type Observation =
  | { type: 'discovered'; ms: number; path: string }
  | { type: 'undiscovered'; ms: number; code: string }
  | { type: 'version'; version: string; path: string | undefined }
  | { type: 'spawned'; pid: number | undefined; path: string; command: Command }
  | { type: 'state'; state: string }
  | { type: 'turn'; uuid: string; state: string; result?: ResultMessage; error?: ClaudeActorsError }
  | { type: 'messages'; frames: readonly MessageFrame[] }
  | { type: 'warning'; warning: Warning }
  | { type: 'error'; error: ClaudeActorsError }
  /** `id` tells two requests of one run apart. */
  | { type: 'asked'; id: number; operation: string }
  | {
      type: 'answered';
      id: number;
      operation: string;
      ms: number;
      result: OperationResult;
      error?: ClaudeActorsError;
    }
  | { type: 'lateAnswer'; requestId: string }
  /** The CLI asked for something that this version does not know. */
  | { type: 'unanswerable'; requestId: string; subtype: string; why: string }
  | { type: 'callbackBegun'; callback: ObservedCallback; request: CliRequest }
  | {
      type: 'callbackEnded';
      callback: ObservedCallback;
      ms: number;
      result: 'answered' | 'failed' | 'cancelled';
      answer?: CallbackAnswer;
      error?: unknown;
    }
  /** A line for the CLI, where somebody wants to know of them. */
  | { type: 'wrote'; line: string }
  | { type: 'exited'; traffic: Readonly<Traffic> }
  /** The last of all: the run is over, with this error if it failed. */
  | { type: 'ended'; error?: ClaudeActorsError };

export type Sink = (observation: Observation) => void;
