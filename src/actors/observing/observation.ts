import type { CliRequest, MessageFrame } from '../../codec/frames.js';
import type { ResultMessage } from '../../codec/results.js';
import type { ClaudeActorsError, DiscoveryAttempt } from '../../errors.js';
import type { Command } from '../../ffi/process/port.js';
import type { CallbackAnswer, CallbackKind } from '../../machines/callbackChart.js';
import type { Warning } from '../../options/runtimeTypes.js';
import type { Traffic } from '../process/Traffic.js';

/** A callback of the user that the CLI asked for. */
export interface ObservedCallback {
  kind: CallbackKind;
  /** The event of a hook, the tool of a permission, the server of an MCP message. */
  name: string;
  requestId: string;
}

export type OperationResult = 'succeeded' | 'failed' | 'timedOut' | 'cancelled';

/** Something that happened in one run of the CLI. Sinks turn it into log lines, metrics or spans. */
export type Observation =
  | { type: 'discovered'; ms: number; path: string; trace: readonly DiscoveryAttempt[] }
  | { type: 'discoveryFailed'; ms: number; code: string }
  | { type: 'version'; version: string; path: string | undefined }
  | { type: 'spawned'; pid: number | undefined; path: string; command: Command }
  | { type: 'state'; state: string }
  | { type: 'turn'; uuid: string; state: string; result?: ResultMessage; error?: ClaudeActorsError }
  | { type: 'messages'; frames: readonly MessageFrame[] }
  | { type: 'warning'; warning: Warning }
  | { type: 'error'; error: ClaudeActorsError }
  /** A control request was sent. `id` is unique in its run. */
  | { type: 'requestSent'; id: number; operation: string }
  | {
      type: 'requestSettled';
      id: number;
      operation: string;
      ms: number;
      result: OperationResult;
      error?: ClaudeActorsError;
    }
  | { type: 'lateAnswer'; requestId: string }
  /** The CLI sent a request that this version does not know. */
  | { type: 'unanswerable'; requestId: string; subtype: string; why: string }
  | { type: 'callbackStarted'; callback: ObservedCallback; request: CliRequest }
  | {
      type: 'callbackEnded';
      callback: ObservedCallback;
      ms: number;
      result: 'answered' | 'failed' | 'cancelled';
      answer?: CallbackAnswer;
      error?: unknown;
    }
  /** A line for the CLI. Reported only if telemetry `wantsLines`. */
  | { type: 'wrote'; line: string }
  | { type: 'exited'; traffic: Readonly<Traffic> }
  /** Always the last: the run is over, with this error if it failed. */
  | { type: 'ended'; error?: ClaudeActorsError };

export type Sink = (observation: Observation) => void;
