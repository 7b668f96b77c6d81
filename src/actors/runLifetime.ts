import type { AnyActor } from 'xstate';
import type { ApprovalNotice } from '../options/approvalTypes.js';
import { checkMilliseconds } from '../options/checks/checkFields.js';
import type { Warning } from '../options/runtimeTypes.js';
import { onAbort } from '../util/onAbort.js';
import type { GatedRun } from './approvals/approvalHook.js';
import type { McpBridge } from './mcp/McpBridge.js';
import type { WarningRelay } from './messages/WarningRelay.js';
import type { SessionRuntime } from './SessionRuntime.js';

/** What lives exactly as long as a run. */
export interface RunResources {
  bridge: McpBridge;
  warnings: WarningRelay;
  signals: readonly AbortSignal[];
  approvals: GatedRun;
}

/** A query or a session, as its resources use it. */
export interface BoundRun {
  warn(warning: Warning): void;
  /** Sends a control request; absent if the run has nobody to ask. */
  control?(subtype: string, fields: object): Promise<unknown>;
  /** Tells of an approval of this conversation. */
  approval?(notice: ApprovalNotice): void;
  abort(): void;
  /** Calls `end` when the run is over. */
  onEnded(end: () => void): void;
  /** Absent if the run is being started already. */
  start?(): void;
}

/**
 * Ties abort signals, warnings, approvals and the MCP bridge to a run: attached when it starts,
 * released when it ends.
 */
export function bindLifetime(
  { bridge, warnings, signals, approvals }: RunResources,
  run: BoundRun,
): void {
  warnings.listen((warning) => run.warn(warning));
  if (run.control) {
    const { control } = run;
    bridge.attach((server_name, message) => control('mcp_message', { server_name, message }));
  }
  const removeListeners = signals.map((signal) => onAbort(signal, run.abort));
  const unfollow = run.approval && approvals.follow(run.approval);
  run.onEnded(() => {
    unfollow?.();
    bridge.close();
    for (const remove of removeListeners) remove();
  });
  // A signal that is already aborted fires no event. First, so that no process is started.
  if (signals.some(({ aborted }) => aborted)) run.abort();
  run.start?.();
}

/**
 * Calls back if an actor is stopped before its start. XState notifies nobody then, and would still
 * start the actor.
 */
export function notifyStopBeforeStart(actor: AnyActor, onStopped: () => void): void {
  const { start, stop } = actor;
  let state: 'new' | 'started' | 'stopped' = 'new';
  actor.start = () => {
    if (state === 'stopped') return actor;
    state = 'started';
    return start.call(actor);
  };
  actor.stop = () => {
    stop.call(actor);
    if (state === 'new') {
      state = 'stopped';
      onStopped();
    }
    return actor;
  };
}

/** Stops a session that has not ended in time. Returns a function that calls this off. */
export function stopAfter(runtime: SessionRuntime, timeoutMs: number): () => void {
  checkMilliseconds('timeoutMs', timeoutMs);
  const { clock } = runtime.actor;
  const timer = clock.setTimeout(() => {
    const { openTurns: turns } = runtime;
    const lost = turns.length === 0 ? '' : ` Turns without a result: ${turns.length}.`;
    const message = `The session did not end within ${timeoutMs} ms, so it was stopped.${lost}`;
    runtime.warn({ code: 'EndTimedOut', message, context: { timeoutMs, turns } });
    void runtime.stop();
  }, timeoutMs);
  return () => clock.clearTimeout(timer);
}
