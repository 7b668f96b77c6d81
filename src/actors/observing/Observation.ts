import type { MessageFrame } from '../../codec/frames.js';
import type { ClaudeActorsError } from '../../errors.js';
import type { Command } from '../../ffi/process/Port.js';
import type { CallbackKind } from '../../machines/callbackMachine.js';
import type { Warning } from '../../options/runtimeTypes.js';
import type { Traffic } from '../process/meteredPort.js';

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
  | { type: 'turn'; uuid: string; state: string }
  | { type: 'messages'; frames: readonly MessageFrame[] }
  | { type: 'warning'; warning: Warning }
  | { type: 'error'; error: ClaudeActorsError }
  | { type: 'asked'; operation: string }
  | {
      type: 'answered';
      operation: string;
      ms: number;
      result: OperationResult;
      error?: ClaudeActorsError;
    }
  | { type: 'lateAnswer'; requestId: string }
  /** The CLI asked for something that this version does not know. */
  | { type: 'unanswerable'; requestId: string; subtype: string; why: string }
  | { type: 'callbackBegun'; callback: ObservedCallback }
  | {
      type: 'callbackEnded';
      callback: ObservedCallback;
      ms: number;
      result: 'answered' | 'failed' | 'cancelled';
    }
  | { type: 'exited'; traffic: Readonly<Traffic> };

export type Sink = (observation: Observation) => void;
