import { assign, emit, setup } from 'xstate';
import { lazy } from '../util/lazy.js';
import { longestTimeout } from '../util/longestTimeout.js';
import { finalOutput } from './doneEvents.js';

export interface SpareInput {
  /** How long the handshake may take, in milliseconds. */
  startMs: number;
  /** How much of the time that start-up hooks take does not count, in milliseconds. */
  hookAllowanceMs: number;
  now(): number;
}

export interface SpareContext {
  now(): number;
  /** What is left of `startMs` and `hookAllowanceMs`. */
  startLeftMs: number;
  hookLeftMs: number;
  /** When the one that is running out was last noted. */
  since: number;
  /** The start-up hooks that are running, by id. */
  hooks: readonly string[];
  /** The CLI's answer to the claim. */
  claim?: object;
  /** The requests that go with the claim and are not answered yet, by name. */
  unanswered: readonly string[];
  /** The requests that the CLI refused, with the reason. */
  refused: Readonly<Record<string, string>>;
  /** Why there is no session. */
  error?: unknown;
}

/** The request that applies settings, among those that go with a claim. */
export const settingsRequest = 'settings';

export type SpareEvent =
  | { type: 'session.ready' }
  | { type: 'session.ended'; error?: unknown }
  | { type: 'hook.started'; id: string }
  | { type: 'hook.ended'; id: string }
  | { type: 'spare.use' }
  /** `requests` are sent along with the claim. */
  | { type: 'spare.claim'; requests: readonly string[] }
  | { type: 'spare.close' }
  | { type: 'claim.accepted'; claim: object }
  | { type: 'claim.refused'; error: unknown }
  | { type: 'request.answered'; name: string; refusal?: string };

/** What a spare emits: it has completed its handshake; the prompt may be sent. */
export type SpareEmitted = { type: 'parked' } | { type: 'promptReleased' };

export type SpareOutcome =
  | { kind: 'timedOut' | 'used' | 'closed' }
  | { kind: 'exited' | 'claimRefused'; error: unknown }
  | { kind: 'settingsRefused' | 'optionsRefused'; claim: object; refused: SpareContext['refused'] }
  | { kind: 'claimed'; claim: object };

/**
 * A CLI that was started before there is anything to ask it: from the spawn until a prompt is sent,
 * or until it is clear that none will be. The session machine owns the process.
 */
export const spareChart = lazy(() =>
  setup({
    types: {
      input: {} as SpareInput,
      context: {} as SpareContext,
      events: {} as SpareEvent,
      emitted: {} as SpareEmitted,
      output: {} as SpareOutcome,
    },
    delays: {
      startTimeout: ({ context }) => Math.min(context.startLeftMs, longestTimeout),
      hookAllowance: ({ context }) => Math.min(context.hookLeftMs, longestTimeout),
    },
    guards: {
      mayPause: ({ context }) => context.hooks.length > 0 && context.hookLeftMs > 0,
      noHookRuns: ({ context }) => context.hooks.length === 0,
      hasSettings: ({ event }) =>
        event.type === 'spare.claim' && event.requests.includes(settingsRequest),
      settingsApplied: ({ context }) =>
        context.claim !== undefined && isApplied(context, settingsRequest),
      settingsRefused: ({ context }) => isAnswered(context) && settingsRequest in context.refused,
      optionsRefused: ({ context }) =>
        isAnswered(context) && Object.keys(context.refused).length > 0,
      isClaimed: ({ context }) => isAnswered(context) && Object.keys(context.refused).length === 0,
    },
    actions: {
      noteTime: assign({ since: ({ context }) => context.now() }),
      countStart: assign({
        startLeftMs: ({ context }) => Math.max(0, context.startLeftMs - elapsed(context)),
      }),
      countHooks: assign({
        hookLeftMs: ({ context }) => Math.max(0, context.hookLeftMs - elapsed(context)),
      }),
      exhaustAllowance: assign({ hookLeftMs: 0 }),
      addHook: assign({
        hooks: ({ context: { hooks }, event }) =>
          event.type === 'hook.started' && !hooks.includes(event.id) ? [...hooks, event.id] : hooks,
      }),
      removeHook: assign({
        hooks: ({ context: { hooks }, event }) =>
          event.type === 'hook.ended' ? hooks.filter((id) => id !== event.id) : hooks,
      }),
      noteRequests: assign({
        unanswered: ({ event }) => (event.type === 'spare.claim' ? event.requests : []),
      }),
      noteClaim: assign(({ event }) =>
        event.type === 'claim.accepted' ? { claim: event.claim } : {},
      ),
      noteAnswer: assign(({ context, event }) => {
        if (event.type !== 'request.answered') return {};
        const { name, refusal } = event;
        return {
          unanswered: context.unanswered.filter((one) => one !== name),
          ...(refusal !== undefined && { refused: { ...context.refused, [name]: refusal } }),
        };
      }),
      noteError: assign(({ event }) => ('error' in event ? { error: event.error } : {})),
      announceParked: emit({ type: 'parked' }),
      releasePrompt: emit({ type: 'promptReleased' }),
    },
  }).createMachine({
    id: 'spare',
    context: ({ input: { startMs, hookAllowanceMs, now } }) => ({
      now,
      startLeftMs: startMs,
      hookLeftMs: hookAllowanceMs,
      since: 0,
      hooks: [],
      unanswered: [],
      refused: {},
    }),
    initial: 'starting',
    output: ({ event }) => finalOutput(event),
    states: {
      starting: {
        initial: 'counting',
        on: {
          'session.ready': 'parked',
          'session.ended': { target: 'exited', actions: 'noteError' },
          'hook.started': { actions: 'addHook' },
          'hook.ended': { actions: 'removeHook' },
        },
        states: {
          counting: {
            entry: 'noteTime',
            always: { guard: 'mayPause', target: 'waitingForHooks', actions: 'countStart' },
            after: { startTimeout: '#spare.timedOut' },
          },
          /** A hook of the user's settings is running, and the CLI answers after it. */
          waitingForHooks: {
            entry: 'noteTime',
            always: { guard: 'noHookRuns', target: 'counting', actions: 'countHooks' },
            after: { hookAllowance: { target: 'counting', actions: 'exhaustAllowance' } },
          },
        },
      },
      /** The handshake is done, and the CLI waits for what to do. */
      parked: {
        entry: 'announceParked',
        on: {
          'spare.use': { target: 'used', actions: 'releasePrompt' },
          'spare.claim': [
            { guard: 'hasSettings', target: 'claiming.holding', actions: 'noteRequests' },
            { target: 'claiming.released', actions: 'noteRequests' },
          ],
          'spare.close': 'closed',
          'session.ended': { target: 'exited', actions: 'noteError' },
        },
      },
      claiming: {
        initial: 'holding',
        always: [
          { guard: 'settingsRefused', target: 'settingsRefused' },
          { guard: 'optionsRefused', target: 'optionsRefused' },
          { guard: 'isClaimed', target: 'claimed' },
        ],
        on: {
          'claim.accepted': { actions: 'noteClaim' },
          'claim.refused': { target: 'claimRefused', actions: 'noteError' },
          'request.answered': { actions: 'noteAnswer' },
          'session.ended': { target: 'claimRefused', actions: 'noteError' },
        },
        states: {
          /** Settings may forbid what the prompt would make the CLI do, so they come first. */
          holding: { always: { guard: 'settingsApplied', target: 'released' } },
          released: { entry: 'releasePrompt' },
        },
      },
      used: { type: 'final', output: { kind: 'used' } },
      closed: { type: 'final', output: { kind: 'closed' } },
      timedOut: { type: 'final', output: { kind: 'timedOut' } },
      exited: {
        type: 'final',
        output: ({ context: { error } }) => ({ kind: 'exited', error }),
      },
      claimRefused: {
        type: 'final',
        output: ({ context: { error } }) => ({ kind: 'claimRefused', error }),
      },
      settingsRefused: {
        type: 'final',
        output: ({ context: { claim, refused } }) => ({ kind: 'settingsRefused', claim, refused }),
      },
      optionsRefused: {
        type: 'final',
        output: ({ context: { claim, refused } }) => ({ kind: 'optionsRefused', claim, refused }),
      },
      claimed: {
        type: 'final',
        output: ({ context: { claim } }) => ({ kind: 'claimed', claim }),
      },
    },
  }),
);

function elapsed({ now, since }: SpareContext): number {
  return now() - since;
}

function isApplied({ unanswered, refused }: SpareContext, name: string): boolean {
  return !unanswered.includes(name) && !(name in refused);
}

/** The CLI has answered the claim and all that went with it. */
function isAnswered({ claim, unanswered }: SpareContext): boolean {
  return claim !== undefined && unanswered.length === 0;
}
