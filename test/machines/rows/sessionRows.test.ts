import { describe, expect, it } from '@jest/globals';
import { ClaudeActorsError } from '../../../src/errors.js';
import type { ProcessOutput } from '../../../src/machines/processTypes.js';
import type { SessionMachineEvent } from '../../../src/machines/session/sessionTypes.js';
import { fromCli, hookCall, mcpCall, permissionCall, result, text } from './fromCli.js';
import {
  answered,
  checking,
  done,
  end,
  gone,
  initialization,
  initSent,
  refusedByCli,
  requestEnd,
  running,
  type SessionWalk,
  said,
  send,
  spawning,
  stop,
  turnEnd,
  warnings,
  written,
} from './sessionWalk.js';

const tooOld = new ClaudeActorsError('UnsupportedCliVersion', 'too old');
const notFound = new ClaudeActorsError('CliNotFound', 'not there');
const abort: SessionMachineEvent = { type: 'op.stop', reason: 'abort' };
const initializeTimeout = requestEnd('req_0', { kind: 'timedOut', timeoutMs: 30_000 });
const cancelled = (id: string) => requestEnd(id, { kind: 'cancelled', reason: 'session' });

const states = (walk: SessionWalk) => said(walk, 'stateChanged').map(({ state }) => state);
const stoppedBy = (reason: string) => ({ kind: 'stopped', reason });
const failedBy = (code: string) => ({ kind: 'failed', error: expect.objectContaining({ code }) });

/** In `stopping` by the second ladder; the exit leads to the outcome. */
function expectLeaving(walk: SessionWalk, working: boolean): void {
  expect(walk.state).toEqual({ stopping: 'leaving' });
  expect(states(walk)).toEqual(['stopping']);
  expect(walk.sentTo('process').at(-1)).toEqual({ type: 'process.stop', working });
  expect(written(walk)).toEqual([]);
}

function expectEnd(walk: SessionWalk, state: 'stopped' | 'failed', outcome: object): void {
  expect(walk.state).toBe(state);
  expect(states(walk)).toEqual([state]);
  expect(walk.snapshot.output).toEqual(outcome);
}

describe('starting', () => {
  it('entered by start: find the CLI and check its version', () => {
    const walk = checking();
    expect(walk.state).toEqual({ starting: 'checking' });
    expect(states(walk)).toEqual(['starting']);
    expect(walk.spawned.map(({ id }) => id)).toEqual(['version', 'watchdog']);
  });

  it('starts the process once the version is accepted, and asks it nothing before', () => {
    const walk = checking().take(send('a'), done('version', { kind: 'accepted' }));
    expect(walk.state).toEqual({ starting: 'spawning' });
    expect(walk.spawned.map(({ id }) => id)).toEqual(['process']);
    expect(walk.sentTo('process')).toEqual([]);
  });

  it('leaves to `initSent` once spawned', () => {
    const walk = spawning().take({ type: 'process.spawned', pid: 7 });
    expect(walk.state).toBe('initSent');
    expect(states(walk)).toEqual(['initSent']);
  });

  it('leaves to `failed` if nothing was spawned', () => {
    const walk = spawning().take(done('process', { kind: 'spawnFailed', error: notFound }));
    expectEnd(walk, 'failed', { kind: 'failed', error: notFound });
    expect(walk.sentTo('process')).toEqual([]);
  });

  it.each([
    ['stop', stop, 'stopped', stoppedBy('stop')],
    ['abort', abort, 'stopped', stoppedBy('abort')],
  ] as const)('leaves to `stopping` on %s', (_, event, state, outcome) => {
    const walk = spawning().take(event as SessionMachineEvent);
    expectLeaving(walk, false);
    expectEnd(walk.take(gone()), state, outcome);
  });

  it.each([
    ['stop', stop, 'stopped', stoppedBy('stop')],
    ['abort', abort, 'stopped', stoppedBy('abort')],
    [
      'a version that is too old',
      done('version', { kind: 'rejected', error: tooOld }),
      'failed',
      { kind: 'failed', error: tooOld },
    ],
  ] as const)(
    'ends on %s without a process, while the version is checked',
    (_, event, state, outcome) => {
      const walk = checking().take(event as SessionMachineEvent);
      expect(walk.spawned).toEqual([]);
      expectEnd(walk, state, outcome);
    },
  );
});

describe('initSent', () => {
  it('entered by initialize written', () => {
    const walk = initSent();
    expect(written(walk)).toEqual([
      { kind: 'request', id: 'req_0', body: '{"subtype":"initialize"}' },
    ]);
  });

  it('leaves to `running` on its success', () => {
    const walk = initSent().take(...answered('req_0', initialization));
    expect(walk.state).toMatchObject({ running: { turn: 'idle', input: 'open' } });
    expect(states(walk)).toEqual(['running']);
    expect(said(walk, 'initialization')).toEqual([
      { type: 'initialization', response: initialization },
    ]);
  });

  it.each([
    ['hook_callback', hookCall('a'), 'idle'],
    ['can_use_tool', permissionCall('a'), 'requiresAction'],
  ])('leaves to `running` on the first `%s` (an implicit yes)', (_, call, turn) => {
    const walk = initSent().take(...fromCli(call));
    expect(walk.state).toMatchObject({ running: { turn } });
    expect(walk.spawned).toMatchObject([{ id: 'callback#a', input: { admitted: true } }]);
    expect(said(walk, 'initialization')).toEqual([]);
  });

  it.each([
    ['its error', refusedByCli('req_0'), 'failed', failedBy('InitializeRejected')],
    ['its timeout', [initializeTimeout], 'failed', failedBy('InitializeTimeout')],
    ['stop', [stop, cancelled('req_0')], 'stopped', stoppedBy('stop')],
    ['abort', [abort, cancelled('req_0')], 'stopped', stoppedBy('abort')],
  ] as const)('leaves to `stopping` on %s', (_, events, state, outcome) => {
    const walk = initSent().take(...events);
    expectLeaving(walk, false);
    expectEnd(walk.take(gone()), state, outcome);
  });

  it('leaves to `failed` on exit', () => {
    const walk = initSent().take(gone(0));
    expect(walk.sentTo('request#req_0')).toEqual([
      { type: 'request.cancelled', reason: 'session' },
    ]);
    expectEnd(walk.take(cancelled('req_0')), 'failed', failedBy('ExitedDuringStart'));
  });

  it('`mcp_message` is served here and is no yes', () => {
    const walk = initSent().take(...fromCli(mcpCall('m')));
    expect(walk.state).toBe('initSent');
    expect(walk.spawned).toMatchObject([{ id: 'callback#m', input: { admitted: true } }]);
  });

  it('Ordinary frames are delivered and are no yes either', () => {
    const walk = initSent().take(...fromCli(text));
    expect(walk.state).toBe('initSent');
    expect(said(walk, 'messages')).toMatchObject([{ frames: [{ message: text }] }]);
  });
});

describe('running', () => {
  it.each([
    ['stop', stop, stoppedBy('stop')],
    ['abort', abort, stoppedBy('abort')],
  ])('leaves to `stopping` on %s', (_, event, outcome) => {
    const walk = running().take(event);
    expectLeaving(walk, false);
    expectEnd(walk.take(gone()), 'stopped', outcome);
  });

  it('leaves to `stopping` once input has been closed', () => {
    const walk = running().take(end);
    expect(walk.state).toEqual({ stopping: 'ending' });
    expect(states(walk)).toEqual(['stopping']);
    expect(walk.sentTo('process')).toEqual([{ type: 'process.end' }]);
    expectEnd(walk.take(gone()), 'stopped', { kind: 'completed' });
  });

  it('leaves to `stopping` on an initialize error that comes late', () => {
    const walk = initSent().take(...fromCli(hookCall('a')));
    walk.take(...refusedByCli('req_0'));
    expectLeaving(walk, true);
    expect(walk.sentTo('callback#a')).toEqual([{ type: 'callback.cancelled' }]);
  });

  it.each([0, 1])('on exit %i: `failed` if a turn is unanswered', (code) => {
    const walk = running().take(send('a')).take(gone(code));
    expect(walk.sentTo('turn#a')).toMatchObject([
      { type: 'turn.lost', error: { code: 'TurnLost' } },
    ]);
    expect(warnings(walk)).toEqual([]);
    const error = new ClaudeActorsError('TurnLost', '');
    walk.take(turnEnd('a', { kind: 'lost', error }));
    expectEnd(walk, 'failed', failedBy('ProcessError'));
  });

  it('on exit 0 between turns: `stopped`', () => {
    const walk = running().take(gone(0));
    expect(warnings(walk)).toEqual([]);
    expectEnd(walk, 'stopped', { kind: 'completed' });
  });

  it.each([1, 70, 130, 143, null])('on exit %s that nobody asked for: `failed`', (code) => {
    const walk = running().take(gone(code));
    expect(warnings(walk)).toEqual([]);
    expectEnd(walk, 'failed', failedBy('ProcessError'));
  });

  it('on exit 1 after a result that is an error: `stopped`, with a warning', () => {
    const walk = running().take(send('a'), ...fromCli(result({ is_error: true })));
    walk.take(turnEnd('a')).take(gone(1));
    expect(warnings(walk)).toEqual(['NonZeroExit']);
    expectEnd(walk, 'stopped', { kind: 'completed' });
  });
});

describe('stopping', () => {
  it('carries the outcome: stopped or failed, and why', () => {
    const writeTimedOut: SessionMachineEvent = { type: 'process.writeTimedOut', tag: 'turn#a' };
    const outcomeOf = (walk: SessionWalk) => walk.snapshot.context.outcome;
    expect(outcomeOf(running().take(end))).toEqual({ kind: 'completed' });
    expect(outcomeOf(running().take(stop))).toEqual(stoppedBy('stop'));
    expect(outcomeOf(running().take(stop, abort))).toEqual(stoppedBy('stop'));
    expect(outcomeOf(running().take(writeTimedOut))).toEqual(failedBy('WriteTimeout'));
    expect(outcomeOf(running().take(writeTimedOut, stop))).toEqual(failedBy('WriteTimeout'));
  });

  it('leaves to `stopped` or `failed` once the exit is seen', () => {
    const walk = running().take(stop);
    walk.take({ type: 'process.outputEnded' }, ...fromCli(text), stop);
    expect(walk.state).toEqual({ stopping: 'leaving' });
    expect(walk.take(gone()).state).toBe('stopped');
  });

  it.each([
    ['by itself, with 1', { code: 1 }, { kind: 'completed' }],
    ['by our SIGTERM', { code: 143, signalled: true }, { kind: 'completed' }],
    ['by a SIGTERM of somebody else', { code: 143, signalled: false }, failedBy('ProcessError')],
    ['by SIGKILL', { code: null, signal: 'SIGKILL' }, failedBy('ProcessError')],
  ])('once its input is closed, and it exits %s', (_, exit, outcome) => {
    const output = { kind: 'exited', signal: null, leftovers: [], ...exit } as ProcessOutput;
    const walk = running().take(end).take(done('process', output));
    expectEnd(walk, outcome.kind === 'failed' ? 'failed' : 'stopped', outcome);
  });

  it('that finishes by itself can still be told to stop', () => {
    const walk = running().take(end).take(stop);
    expectLeaving(walk, false);
    expectEnd(walk.take(gone(143)), 'stopped', stoppedBy('stop'));
  });
});

describe('stopped, failed', () => {
  it.each([
    ['stopped', () => running().take(gone())],
    ['failed', () => spawning().take(done('process', { kind: 'spawnFailed', error: notFound }))],
  ])('`%s`: final; the process is gone', (state, start) => {
    const walk = start();
    expect(walk.state).toBe(state);
    expect(walk.stopped).toContain('process');
  });

  it('leaves to nothing: later frames, answers and timers are ignored', () => {
    const walk = running().take(gone());
    // An actor that is done takes no event; nothing is left that could send it one.
    expect(walk.snapshot.status).toBe('done');
    expect(walk.children).toEqual([]);
    expect(walk.timers).toEqual([]);
  });
});
