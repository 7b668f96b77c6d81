import { type AnyActorRef, assertEvent, fromCallback, sendTo, setup } from 'xstate';
import type { ClaudeActorsError } from '../errors.js';
import { lazy } from '../util/lazy.js';
import { finalOutput } from './doneEvents.js';

export interface VersionInput {
  /** What to probe. Opaque, as in `ProcessInput`. */
  launch: object;
  /** The session or the query that will start the CLI. */
  owner: AnyActorRef;
  probeTimeoutMs: number;
}

export type VersionEvent =
  | { type: 'version.accepted'; version?: string; warnings?: readonly VersionWarning[] }
  | { type: 'version.rejected'; error: ClaudeActorsError };

export interface VersionWarning {
  code: 'UnparseableCliVersion' | 'VersionProbeFailed' | 'SeveralClis';
  message: string;
  context?: Record<string, unknown>;
}

export type VersionOutput =
  | { kind: 'accepted'; version?: string; warnings?: readonly VersionWarning[] }
  | { kind: 'rejected'; error: ClaudeActorsError };

/** Finds out the CLI's version before the CLI is started. A slow probe is told to give up. */
export const versionChart = lazy(() =>
  setup({
    types: {
      input: {} as VersionInput,
      context: {} as VersionInput,
      events: {} as VersionEvent,
      output: {} as VersionOutput,
      children: {} as { probe: 'probe' },
    },
    actors: {
      probe: fromCallback<{ type: 'version.giveUp' }, { launch: object; owner: AnyActorRef }>(
        () => {},
      ),
    },
    delays: {
      probeTimeout: ({ context }) => context.probeTimeoutMs,
    },
    actions: {
      giveUp: sendTo('probe', { type: 'version.giveUp' }),
    },
  }).createMachine({
    id: 'version',
    context: ({ input }) => input,
    initial: 'probing',
    output: ({ event }) => finalOutput<VersionOutput>(event),
    invoke: { src: 'probe', id: 'probe', input: ({ context }) => context },
    on: { 'version.accepted': '.accepted', 'version.rejected': '.rejected' },
    states: {
      probing: { after: { probeTimeout: 'givingUp' } },
      givingUp: { entry: 'giveUp' },
      accepted: {
        type: 'final',
        output: ({ event }): VersionOutput => {
          assertEvent(event, 'version.accepted');
          const { type: _, ...accepted } = event;
          return { kind: 'accepted', ...accepted };
        },
      },
      rejected: {
        type: 'final',
        output: ({ event }): VersionOutput => {
          assertEvent(event, 'version.rejected');
          return { kind: 'rejected', error: event.error };
        },
      },
    },
  }),
);
