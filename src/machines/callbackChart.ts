import { assertEvent, type EventObject, fromCallback, sendTo, setup } from 'xstate';
import { lazy } from '../util/lazy.js';
import { longestTimeout } from '../util/longestTimeout.js';
import { toParent } from '../util/parentOf.js';
import { finalOutput } from './doneEvents.js';

export type CallbackKind = 'hook' | 'permission' | 'mcp';

/** A request from the CLI that user code answers. */
export interface CallbackRequest {
  /** The id of the CLI's request. */
  requestId: string;
  kind: CallbackKind;
  /** A hook's callback id, a tool's name or an MCP server's name. */
  label: string;
  /** The event of a hook: `PreToolUse`. */
  hookEvent?: string;
  /** The tool that a hook or permission is about. */
  toolName?: string;
  /** Counted from arrival. Undefined if a person answers, because people have no timeout. */
  timeoutMs?: number;
  /** The answer if the callback fails: continue, deny or a JSON-RPC error, as JSON. */
  failureBody: string;
  /** The answer if it does not answer in time, if that is another one. */
  timeoutBody?: string | undefined;
  /** If the callback fails, the CLI gets the error instead, and decides itself. */
  reportsFailure?: boolean | undefined;
}

export interface CallbackInput extends CallbackRequest {
  reminderMs: number;
  /** Whether it may run at once. If not, it waits for `callback.run`. */
  admitted: boolean;
  /** The user's function and its arguments. Opaque, to keep user data out of the context. */
  job: object;
}

export type CallbackEvent =
  | { type: 'callback.run' }
  /** `durationMs`: how long the callback ran, if a warning is to say so. */
  | ({ type: 'callback.answered'; durationMs?: number | undefined } & CallbackAnswer)
  | { type: 'callback.crashed'; reason: string; durationMs?: number }
  | { type: 'callback.cancelled' };

export interface CallbackAnswer {
  /** The answer, as JSON. */
  body: string;
  warning?: { code: string; message: string };
  /**
   * Set if the answer asks the CLI to end the run: the first version that does so because of the
   * answer alone, or null if no version is known to.
   */
  stopSince?: string | null;
}

export type CallbackOutcome =
  | ({ kind: 'answered'; durationMs?: number | undefined } & CallbackAnswer)
  | { kind: 'timedOut'; body: string; durationMs?: number | undefined }
  /** Without a body, the CLI is told the reason. */
  | { kind: 'crashed'; body?: string; reason: string; durationMs?: number | undefined }
  /** Nothing is written for it. */
  | { kind: 'cancelled' };

export interface CallbackOutput {
  requestId: string;
  kind: CallbackKind;
  label: string;
  hookEvent?: string;
  toolName?: string;
  outcome: CallbackOutcome;
}

/** Sent to the parent at intervals while nobody answers a permission request. */
export interface PermissionPending {
  type: 'callback.pending';
  requestId: string;
  label: string;
}

/** One request from the CLI that user code answers. The first event wins. */
export const callbackChart = lazy(() =>
  setup({
    types: {
      input: {} as CallbackInput,
      context: {} as CallbackInput,
      events: {} as CallbackEvent,
      output: {} as CallbackOutput,
      children: {} as { runner: 'runner' },
    },
    actors: {
      runner: fromCallback<EventObject, { job: object }>(() => {}),
    },
    delays: {
      callbackTimeout: ({ context }) =>
        Math.min(context.timeoutMs ?? longestTimeout, longestTimeout),
      reminder: ({ context }) => Math.min(context.reminderMs, longestTimeout),
    },
    guards: {
      hasTimeout: ({ context }) => context.timeoutMs !== undefined,
      isAdmitted: ({ context }) => context.admitted,
      isAdmittedPermission: ({ context }) => context.admitted && context.kind === 'permission',
      isPermission: ({ context }) => context.kind === 'permission',
    },
    actions: {
      remind: sendTo(
        toParent,
        ({ context: { requestId, label } }): PermissionPending => ({
          type: 'callback.pending',
          requestId,
          label,
        }),
      ),
    },
  }).createMachine({
    id: 'callback',
    context: ({ input }) => input,
    initial: 'open',
    output: ({ context, event }) => ({
      requestId: context.requestId,
      kind: context.kind,
      label: context.label,
      hookEvent: context.hookEvent,
      toolName: context.toolName,
      outcome: finalOutput<CallbackOutcome>(event),
    }),
    states: {
      open: {
        initial: 'waiting',
        on: { 'callback.cancelled': 'cancelled' },
        after: { callbackTimeout: { guard: 'hasTimeout', target: 'timedOut' } },
        states: {
          waiting: {
            always: [
              { guard: 'isAdmittedPermission', target: 'running.reminding' },
              { guard: 'isAdmitted', target: 'running' },
            ],
            on: {
              'callback.run': [
                { guard: 'isPermission', target: 'running.reminding' },
                { target: 'running' },
              ],
            },
          },
          running: {
            invoke: { src: 'runner', id: 'runner', input: ({ context }) => ({ job: context.job }) },
            initial: 'quiet',
            on: {
              'callback.answered': '#callback.answered',
              'callback.crashed': '#callback.crashed',
            },
            states: {
              quiet: {},
              /** A person answers a permission request, and may have forgotten it. */
              reminding: {
                after: { reminder: { target: 'reminding', reenter: true, actions: 'remind' } },
              },
            },
          },
        },
      },
      answered: {
        type: 'final',
        output: ({ event }): CallbackOutcome => {
          assertEvent(event, 'callback.answered');
          const { body, warning, stopSince, durationMs } = event;
          return { kind: 'answered', body, warning, stopSince, durationMs };
        },
      },
      timedOut: {
        type: 'final',
        output: ({ context }): CallbackOutcome => ({
          kind: 'timedOut',
          body: context.timeoutBody ?? context.failureBody,
          durationMs: context.timeoutMs,
        }),
      },
      crashed: {
        type: 'final',
        output: ({ context, event }): CallbackOutcome => {
          assertEvent(event, 'callback.crashed');
          const { reason, durationMs } = event;
          const { failureBody: body, reportsFailure } = context;
          return { kind: 'crashed', ...(!reportsFailure && { body }), reason, durationMs };
        },
      },
      cancelled: { type: 'final', output: { kind: 'cancelled' } satisfies CallbackOutcome },
    },
  }),
);
