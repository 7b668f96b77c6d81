import { describe, expect, it } from '@jest/globals';
import { hookRegistrations } from '../../../src/codec/hookRegistrations.js';
import {
  type CallbackEvent,
  type CallbackInput,
  type CallbackKind,
  type CallbackOutcome,
  callbackChart,
} from '../../../src/machines/callbackChart.js';
import { fromCli, hookCall, mcpCall, permissionCall, text, withdrawal } from './fromCli.js';
import {
  answered,
  ask,
  callbackEnd,
  checking,
  done,
  initialization,
  running,
  type SessionWalk,
  said,
  send,
  warnings,
  written,
} from './sessionWalk.js';
import { Walk } from './Walk.js';

const input: CallbackInput = {
  requestId: 'c',
  kind: 'hook',
  label: 'x',
  reminderMs: 120_000,
  failureBody: '"failed"',
  admitted: false,
  job: {},
};
const callback = (fields: Partial<CallbackInput> = {}) =>
  new Walk(callbackChart, { ...input, ...fields });
const run: CallbackEvent = { type: 'callback.run' };
const answer: CallbackEvent = { type: 'callback.answered', body: '{}' };
const crash: CallbackEvent = { type: 'callback.crashed', reason: 'boom' };
const cancel: CallbackEvent = { type: 'callback.cancelled' };

const outcomeOf = ({ snapshot }: ReturnType<typeof callback>) => snapshot.output.outcome;

describe('callback', () => {
  it('`waiting` → `running`', () => {
    const walk = callback();
    expect(walk.state).toEqual({ open: 'waiting' });
    expect(walk.spawned).toEqual([]);
    walk.take(run);
    expect(walk.state).toMatchObject({ open: { running: 'quiet' } });
    expect(walk.spawned).toEqual([{ id: 'runner', src: 'runner', input: { job: input.job } }]);
  });

  it('`waiting` → `running` at once if there is room', () => {
    const walk = callback({ admitted: true });
    expect(walk.state).toMatchObject({ open: { running: 'quiet' } });
    expect(walk.spawned).toEqual([{ id: 'runner', src: 'runner', input: { job: input.job } }]);
  });

  it.each<[string, CallbackEvent, CallbackOutcome]>([
    ['answered', answer, { kind: 'answered', body: '{}' }],
    ['crashed', crash, { kind: 'crashed', body: '"failed"', reason: 'boom' }],
    ['cancelled', cancel, { kind: 'cancelled' }],
  ])('`running` → `%s`', (state, event, outcome) => {
    const walk = callback().take(run).take(event);
    expect(walk.state).toBe(state);
    expect(outcomeOf(walk)).toEqual(outcome);
    // Stopping the runner fires the abort signal of the callback.
    expect(walk.stopped).toEqual(['runner']);
  });

  it.each([
    ['waiting', []],
    ['running', [run]],
  ])('`%s` → `timedOut`: the time counts from arrival', (_, events) => {
    const walk = callback({ timeoutMs: 60_000 });
    expect(walk.timers).toEqual([60_000]);
    walk.take(...events).elapse(60_000);
    expect(walk.state).toBe('timedOut');
    expect(outcomeOf(walk)).toEqual({ kind: 'timedOut', body: '"failed"', durationMs: 60_000 });
  });

  it('`waiting` → `cancelled`', () => {
    expect(callback().take(cancel).state).toBe('cancelled');
  });

  it.each([answer, crash, cancel])('First event wins: %j', (first) => {
    const walk = callback({ timeoutMs: 60_000 }).take(run, first);
    expect(walk.snapshot.status).toBe('done');
    expect(walk.timers).toEqual([]);
    const { value, output } = walk.snapshot;
    for (const later of [answer, crash, cancel]) walk.take(later);
    expect(walk.snapshot).toMatchObject({ value, output });
  });
});

const hookDeny = JSON.stringify({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: 'The hook that decides about this failed.',
  },
});
const failureOf = {
  hook: JSON.stringify({ continue: true }),
  permission: expect.stringContaining('"behavior":"deny"'),
  mcp: expect.stringContaining('"code":-32603'),
};

const calls = { hook: hookCall, permission: permissionCall, mcp: mcpCall };
const answerOf = (id: string, body: unknown = '{}') => ({ kind: 'answer', id, body });

/** A session that was asked for `count` callbacks of a kind, `a0`, `a1`, … */
function withCallbacks(kind: CallbackKind, count: number): SessionWalk {
  const frames = Array.from({ length: count }, (_, index) => calls[kind](`a${index}`));
  return running().take(...fromCli(...frames));
}

const isAdmitted = ({ input }: { input?: unknown }) => (input as CallbackInput).admitted;

describe.each<[CallbackKind, number, number]>([
  ['hook', 32, 256],
  ['permission', 256, 0],
  ['mcp', 64, 256],
])('%s | at once / waiting: %i / %i', (kind, atOnce, waiting) => {
  const all = atOnce + waiting;

  it(`${atOnce} at once`, () => {
    const walk = withCallbacks(kind, all);
    expect(walk.spawned).toHaveLength(all);
    const runs = walk.spawned.map(isAdmitted);
    expect(runs.indexOf(false)).toBe(waiting === 0 ? -1 : atOnce);
    expect(runs.filter(Boolean)).toHaveLength(atOnce);
    expect(warnings(walk)).toEqual([]);
  });

  it(`${waiting} waiting, in the order of arrival`, () => {
    const walk = withCallbacks(kind, all).take(callbackEnd('a3', kind));
    expect(walk.sentTo(`callback#a${atOnce}`)).toEqual(waiting > 0 ? [run] : []);
    expect(written(walk)).toEqual([answerOf('a3')]);
  });

  it('overflow', () => {
    const walk = withCallbacks(kind, all).take(...fromCli(calls[kind]('one too many')));
    expect(walk.spawned).toEqual([]);
    expect(warnings(walk)).toEqual(['CallbackOverflow']);
    expect(written(walk)).toEqual([answerOf('one too many', failureOf[kind])]);
  });
});

/** The longest timer that there is: none runs, and its end changes nothing. */
const longest = 2_147_483_647;

describe('timeout, from arrival', () => {
  /** The chart of the callback that the session spawns for a request. */
  function spawnedFor(call: object): ReturnType<typeof callback> {
    const [child] = running().take(...fromCli(call)).spawned;
    return new Walk(callbackChart, child?.input as CallbackInput);
  }

  it('hook: as the CLI has it; 600 s if we decide what its end means', () => {
    expect(spawnedFor(hookCall('c', 'hook_3')).timers).toEqual([longest]);
    expect(spawnedFor(hookCall('c')).timers).toEqual([600_000]);
  });

  it('hook: by event', () => {
    const { registrations } = hookRegistrations(
      { Stop: [{ hooks: [0] }] },
      { timeoutMs: () => 7_000 },
    );
    expect(registrations).toMatchObject([{ timeoutMs: 7_000 }]);
  });

  it('hook: or by hook', () => {
    expect(spawnedFor(hookCall('c', 'hook_2')).timers).toEqual([10_000]);
  });

  it.each([
    ['permission: none (people answer)', permissionCall('c'), [longest, 120_000]],
    ['MCP message: none unless set', mcpCall('c'), [longest]],
  ])('%s', (_, call, timers) => {
    const walk = spawnedFor(call);
    expect(walk.timers).toEqual(timers);
    const waiting = callback({ ...walk.snapshot.context, admitted: false });
    expect(waiting.elapse(longest).state).toEqual({ open: 'waiting' });
  });

  it('permission: warning `PermissionPending` every 120 s', () => {
    const walk = spawnedFor(permissionCall('c'));
    const pending = { type: 'callback.pending', requestId: 'c', label: 'Bash' } as const;
    for (const _ of ['once', 'again', 'and again']) {
      walk.elapse(120_000);
      expect(walk.sentTo('parent')).toEqual([pending]);
      expect(walk.spawned).toEqual([]);
    }
    const session = running()
      .take(...fromCli(permissionCall('c')))
      .take(pending);
    expect(warnings(session)).toEqual(['PermissionPending']);
    expect(written(session)).toEqual([]);
  });

  it('no such warning for a hook', () => {
    expect(callback({ timeoutMs: 1 }).take(run).timers).toEqual([1]);
  });

  it('the `timeout` told to the CLI for a hook is ours plus 5 s, rounded up to seconds', () => {
    const told = (timeout?: number, onFailure?: 'deny') =>
      hookRegistrations({ Stop: [{ hooks: [0], timeout, onFailure }] }).wire?.Stop?.[0]?.timeout;
    expect(told(undefined, 'deny')).toBe(605);
    expect(told(1.2, 'deny')).toBe(7);
    expect(told(1.2)).toBe(1.2);
  });
});

describe('on timeout, crash, bad return, overflow, undecodable input', () => {
  const kindOf = { hook_0: 'hook', hook_1: 'hook', permission: 'permission', mcp: 'mcp' } as const;
  const rows: [string, object, keyof typeof kindOf, unknown][] = [
    ['hook | continue (fail open) if that hook says so', hookCall('c'), 'hook_0', failureOf.hook],
    [
      'hook | or deny if that hook says `onFailure: deny`',
      hookCall('c', 'hook_1'),
      'hook_1',
      hookDeny,
    ],
    ['permission | deny (fail closed)', permissionCall('c'), 'permission', failureOf.permission],
    ['MCP message | JSON-RPC error -32603', mcpCall('c'), 'mcp', failureOf.mcp],
  ];

  it.each(rows)('%s: timeout, crash, bad return', (_, call, name, body) => {
    const kind = kindOf[name];
    const session = running().take(...fromCli(call));
    const spawned = session.spawned[0]?.input as CallbackInput;
    const timedOut = new Walk(callbackChart, { ...spawned, timeoutMs: 1 }).take(run).elapse(1);
    const crashed = new Walk(callbackChart, spawned).take(run, crash);
    for (const [walk, warning] of [
      [timedOut, 'CallbackTimedOut'],
      [crashed, 'CallbackFailed'],
    ] as const) {
      const ended = running()
        .take(...fromCli(call))
        .take(callbackEnd('c', kind, outcomeOf(walk)));
      expect(written(ended)).toEqual([answerOf('c', body)]);
      expect(warnings(ended)).toEqual([warning]);
    }
  });

  it('hook | timeout of PreToolUse: deny; crash: the CLI is told', () => {
    const call = hookCall('c', 'hook_3');
    const spawned = running().take(...fromCli(call)).spawned[0]?.input as CallbackInput;
    const timedOut = new Walk(callbackChart, { ...spawned, timeoutMs: 1 }).take(run).elapse(1);
    expect(outcomeOf(timedOut)).toMatchObject({ kind: 'timedOut', body: hookDeny });
    const crashed = new Walk(callbackChart, spawned).take(run, crash);
    expect(outcomeOf(crashed)).not.toHaveProperty('body');
    const ended = running()
      .take(...fromCli(call))
      .take(callbackEnd('c', 'hook', outcomeOf(crashed)));
    expect(JSON.stringify(written(ended))).toContain('error');
    expect(warnings(ended)).toEqual(['CallbackFailed']);
  });

  it('the warning about a hook names its event, its tool and how long it took', () => {
    const details = { hookEvent: 'PreToolUse', toolName: 'Bash' };
    const settled = (outcome: CallbackOutcome) =>
      running()
        .take(...fromCli(hookCall('c')))
        .take(
          done('callback#c', {
            requestId: 'c',
            kind: 'hook',
            label: 'hook_0',
            ...details,
            outcome,
          }),
        );
    const crashed = settled({ kind: 'crashed', body: '{}', reason: 'boom', durationMs: 12 });
    expect(said(crashed, 'warning')).toMatchObject([
      {
        message: 'The hook callback for PreToolUse Bash failed after 12 ms: boom',
        context: { ...details, durationMs: 12 },
      },
    ]);
    const timedOut = settled({ kind: 'timedOut', body: '{}', durationMs: 60_000 });
    expect(said(timedOut, 'warning')).toMatchObject([
      {
        message: expect.stringContaining('PreToolUse Bash did not answer within 60000 ms.'),
        context: { ...details, durationMs: 60_000 },
      },
    ]);
  });

  it.each<[string, object, unknown]>([
    [
      'hook | continue (fail open)',
      { subtype: 'hook_callback', callback_id: 'hook_0' },
      failureOf.hook,
    ],
    [
      'hook | or deny if that hook says `onFailure: deny`',
      { subtype: 'hook_callback', callback_id: 'hook_1' },
      hookDeny,
    ],
    ['hook | or deny if it may be such a hook', { subtype: 'hook_callback' }, hookDeny],
    ['permission | deny (fail closed)', { subtype: 'can_use_tool' }, failureOf.permission],
    ['MCP message | JSON-RPC error -32603', { subtype: 'mcp_message' }, failureOf.mcp],
  ])('%s: undecodable input', (_, request, body) => {
    const malformed = { type: 'control_request', request_id: 'c', request };
    const walk = running().take(...fromCli(malformed));
    expect(written(walk)).toEqual([answerOf('c', body)]);
    expect(warnings(walk)).toEqual(['CallbackFailed']);
    expect(walk.spawned).toEqual([]);
  });

  it('MCP message | unknown server -32601', () => {
    const walk = running().take(...fromCli(mcpCall('c', 'elsewhere')));
    expect(written(walk)).toEqual([answerOf('c', expect.stringContaining('"code":-32601'))]);
  });

  it.each([
    ['deny if a hook of that event does', 'PreToolUse', hookDeny],
    ['continue otherwise', 'PostToolUse', failureOf.hook],
  ])('Unknown callback id: a warning, and %s', (_, event, body) => {
    const walk = running().take(...fromCli(hookCall('c', 'hook_99', event)));
    expect(written(walk)).toEqual([answerOf('c', body)]);
    expect(warnings(walk)).toEqual(['UnknownCallback']);
  });
});

describe('callbacks of a session', () => {
  it('one answer is written at most', () => {
    const walk = running()
      .take(...fromCli(hookCall('c')))
      .take(callbackEnd('c', 'hook'));
    expect(written(walk)).toEqual([answerOf('c')]);
    expect(walk.stopped).toEqual(['callback#c']);
    expect(written(walk.take(...fromCli(withdrawal('c'))))).toEqual([]);
  });

  it('an id that is being answered already is not run again', () => {
    const walk = running()
      .take(...fromCli(hookCall('c')))
      .take(...fromCli(hookCall('c')));
    expect(walk.spawned).toEqual([]);
    expect(written(walk)).toEqual([]);
  });

  it('none when cancelled', () => {
    const walk = running()
      .take(...fromCli(hookCall('c')))
      .take(...fromCli(withdrawal('c')));
    expect(walk.sentTo('callback#c')).toEqual([{ type: 'callback.cancelled' }]);
    walk.take(callbackEnd('c', 'hook', { kind: 'cancelled' }));
    expect(written(walk)).toEqual([]);
    expect(warnings(walk)).toEqual([]);
  });

  it.each([
    ['an older CLI', '2.1.197', '2.1.210', true],
    ['a CLI that ends it by the answer', '2.1.325', '2.1.210', false],
    ['a CLI of unknown version', undefined, '2.1.210', true],
    ['an event that no CLI is known to end it by', '2.1.325', null, true],
  ])(
    'an answer that is to end the run is followed by an interrupt: %s',
    (_, version, stopSince, follows) => {
      const walk = checking()
        .take(done('version', { kind: 'accepted', version }), { type: 'process.spawned', pid: 7 })
        .take(...answered('req_0', initialization), send('a'), ...fromCli(hookCall('c')));
      walk.take(callbackEnd('c', 'hook', { kind: 'answered', body: '{}', stopSince }));
      const interrupt = { kind: 'request', id: 'req_1', body: '{"subtype":"interrupt"}' };
      expect(written(walk)).toEqual([answerOf('c'), ...(follows ? [interrupt] : [])]);
      expect(walk.state).toMatchObject({ running: { turn: follows ? 'interrupting' : 'working' } });
    },
  );

  it('no interrupt follows another answer', () => {
    const walk = running().take(send('a'), ...fromCli(hookCall('c')));
    expect(written(walk.take(callbackEnd('c', 'hook')))).toEqual([answerOf('c')]);
  });

  it('A pool per kind: permissions never starve hooks', () => {
    const walk = withCallbacks('permission', 256).take(...fromCli(hookCall('h'), mcpCall('m')));
    expect(walk.spawned.map(({ id }) => id)).toEqual(['callback#h', 'callback#m']);
    expect(walk.spawned.every(isAdmitted)).toBe(true);
  });

  it('A callback may itself call control operations: the reader never waits for a callback', () => {
    const walk = withCallbacks('hook', 33).take(ask('k'), send('a'), ...fromCli(text));
    expect(written(walk)).toHaveLength(2);
    expect(said(walk, 'messages')).toHaveLength(1);
  });
});
