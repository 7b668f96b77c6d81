import { describe, expect, it } from '@jest/globals';
import { operationError } from '../../../src/actors/operations.js';
import { hookRegistrations } from '../../../src/codec/hookRegistrations.js';
import { defaultLimits } from '../../../src/defaults.js';
import { ClaudeActorsError } from '../../../src/errors.js';
import type { SessionMachineEvent } from '../../../src/machines/session/sessionTypes.js';
import { fromCli, hookCall, mcpCall, permissionCall, taskStarted } from './fromCli.js';
import {
  answered,
  ask,
  callbackEnd,
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
  taskEnd,
  turnEnd,
  warnings,
  written,
} from './sessionWalk.js';

const many = (count: number, one: (index: number) => SessionMachineEvent): SessionMachineEvent[] =>
  Array.from({ length: count }, (_, index) => one(index));

/** Each line that was written, in a word. */
const wordsOf = (walk: SessionWalk) =>
  written(walk).map((line) => (line.kind === 'message' ? line.line : line.id));

const mixed = (index: number) => (index % 2 ? ask(`k${index}`) : send(`u${index}`));

describe('operations asked for in `starting` or `initSent`', () => {
  it.each([
    ['starting', spawning],
    ['initSent', initSent],
  ])('wait in `%s`, 16 at most. The 17th gets `InitQueueOverflow`', (state, start) => {
    const walk = start().take(...many(16, mixed));
    expect(walk.snapshot.matches(state)).toBe(true);
    expect(walk.emitted).toEqual([]);
    expect(written(walk)).toEqual([]);

    expect(said(walk.take(ask('k')), 'settled')).toMatchObject([
      { key: 'k', outcome: { kind: 'refused', error: { code: 'InitQueueOverflow' } } },
    ]);
    expect(said(walk.take(send('u')), 'turn')).toMatchObject([
      { uuid: 'u', state: 'refused', error: { code: 'InitQueueOverflow' } },
    ]);
  });

  it('wait in both together, 16 at most', () => {
    const walk = spawning().take(...many(10, (index) => send(`a${index}`)));
    walk.take({ type: 'process.spawned', pid: 7 }, ...many(6, (index) => send(`b${index}`)));
    expect(said(walk, 'turn')).toEqual([]);
    expect(said(walk.take(send('c')), 'turn')).toMatchObject([{ uuid: 'c', state: 'refused' }]);
  });

  it('are written in order on `running`, after the initial prompt, without waiting for each other’s answers', () => {
    const prompt = ['p0', 'p1'].map((uuid) => ({ uuid, line: `message ${uuid}` }));
    const walk = initSent({ prompt }).take(...many(16, mixed));
    walk.take(...answered('req_0', initialization));
    const queued = Array.from({ length: 16 }, (_, index) =>
      index % 2 ? `req_${(index + 1) / 2}` : `message u${index}`,
    );
    expect(wordsOf(walk)).toEqual(['message p0', 'message p1', ...queued]);
  });

  it('are written on an implicit yes too, and `end()` among them is the last', () => {
    const walk = initSent()
      .take(send('a'), ask('k'), end)
      .take(...fromCli(hookCall('h')));
    expect(wordsOf(walk)).toEqual(['message a', 'req_1']);
    expect(walk.state).toMatchObject({ running: { turn: 'working', input: 'closing' } });
  });

  it('can be cancelled by the caller before they are written', () => {
    const walk = initSent().take(ask('k'), ask('l')).take({ type: 'op.cancel', key: 'k' });
    expect(said(walk, 'settled')).toEqual([
      { type: 'settled', key: 'k', outcome: { kind: 'cancelled', reason: 'caller' } },
    ]);
    walk.take(...answered('req_0', initialization));
    expect(walk.spawned.map(({ id }) => id)).toEqual(['request#req_1']);
  });

  const timed = (key: string, timeoutMs: number) =>
    ({ ...ask(key), timeoutMs }) as SessionMachineEvent;
  const timedOut = (timeoutMs: number) => ({ kind: 'timedOut', timeoutMs }) as const;

  it.each([
    ['starting', spawning],
    ['initSent', initSent],
  ])('get `ControlTimeout` in `%s` once their own time has passed', (_, start) => {
    const walk = start().take(timed('k', 100), ask('l')).elapse(100);
    expect(walk.emitted).toEqual([{ type: 'settled', key: 'k', outcome: timedOut(100) }]);
    expect(operationError({ operation: 'mcp_status', launch: {} }, timedOut(100)).code).toBe(
      'ControlTimeout',
    );
    expect(walk.timers).toEqual([]);
    expect(walk.snapshot.context.queue).toMatchObject([{ key: 'l' }]);
  });

  it('have no more time because they waited: it is counted from the call', () => {
    const walk = initSent()
      .take(timed('k', 100))
      .take(...answered('req_0', initialization));
    walk.elapse(100);
    expect(walk.sentTo('request#req_1')).toEqual([{ type: 'request.expired' }]);
    expect(said(walk.take(requestEnd('req_1', timedOut(100))), 'settled')).toMatchObject([
      { key: 'k', outcome: timedOut(100) },
    ]);
  });

  it.each<[string, SessionMachineEvent[]]>([
    ['answered', [...answered('req_0', initialization), ...answered('req_1')]],
    ['cancelled', [{ type: 'op.cancel', key: 'k' }]],
    ['failed with the start', [stop]],
  ])('leave no timer once they are %s', (_, events) => {
    const walk = initSent().take(timed('k', 100));
    expect(walk.timers).toEqual([100]);
    expect(walk.take(...events).timers).toEqual([]);
  });

  it('leave no timer once they are one too many', () => {
    const limits = { ...defaultLimits, pendingRequests: 0 };
    const walk = initSent({ settings: { limits } }).take(timed('k', 100));
    walk.take(...answered('req_0', initialization));
    expect(said(walk, 'settled')).toContainEqual(
      expect.objectContaining({ key: 'k', outcome: expect.objectContaining({ kind: 'refused' }) }),
    );
    expect(walk.timers).toEqual([]);
  });

  const spawnFailed = done('process', {
    kind: 'spawnFailed',
    error: new ClaudeActorsError('CliNotFound', 'not there'),
  } as const);
  it.each<[string, () => SessionWalk, SessionMachineEvent[]]>([
    ['nothing is spawned', spawning, [spawnFailed]],
    ['the CLI exits', initSent, [gone(1)]],
    ['initialize is refused', initSent, refusedByCli('req_0')],
    ['it is stopped', initSent, [stop]],
  ])('get `SessionNotInitialized` if the session fails first: %s', (_, start, events) => {
    const walk = start()
      .take(ask('k'), send('u'))
      .take(...events);
    const error = expect.objectContaining({ code: 'SessionNotInitialized' });
    expect(said(walk, 'settled')).toContainEqual({
      type: 'settled',
      key: 'k',
      outcome: { kind: 'refused', error },
    });
    expect(said(walk, 'turn')).toEqual([{ type: 'turn', uuid: 'u', state: 'refused', error }]);
    expect(written(walk)).toEqual([]);
  });
});

describe('control requests', () => {
  it('64 pending at most; the next gets `TooManyPendingRequests`', () => {
    const walk = running().take(...many(64, (index) => ask(`k${index}`)));
    expect(written(walk)).toHaveLength(64);
    expect(said(walk, 'settled')).toEqual([]);

    walk.take(ask('one too many'));
    expect(written(walk)).toEqual([]);
    expect(said(walk, 'settled')).toMatchObject([
      { key: 'one too many', outcome: { error: { code: 'TooManyPendingRequests' } } },
    ]);

    walk.take(...answered('req_64'), ask('again'));
    expect(wordsOf(walk)).toEqual(['req_65']);
  });

  it('request ids are `req_0`, `req_1`, …', () => {
    const walk = initSent();
    expect(wordsOf(walk)).toEqual(['req_0']);
    walk.take(...answered('req_0', initialization), ask('k'), ...answered('req_1'), ask('l'));
    expect(wordsOf(walk)).toEqual(['req_1', 'req_2']);
  });

  it('callback ids `hook_0`, `hook_1`, … in the order in which the hooks are given', () => {
    const hook = () => {};
    const { registrations } = hookRegistrations({
      Stop: [{ hooks: [hook, hook] }],
      PreToolUse: [{ hooks: [hook] }, { hooks: [hook] }],
    });
    expect(registrations.map(({ id, event }) => `${event} ${id}`)).toEqual([
      'Stop hook_0',
      'Stop hook_1',
      'PreToolUse hook_2',
      'PreToolUse hook_3',
    ]);
  });
});

describe('at a final state', () => {
  const calls = fromCli(hookCall('h'), permissionCall('p'), mcpCall('m'));
  const busy = () => running().take(send('a'), ask('k'), ...fromCli(taskStarted('t')), ...calls);
  const cancelled = { kind: 'cancelled', reason: 'session' } as const;
  const ends: SessionMachineEvent[] = [
    requestEnd('req_1', cancelled),
    callbackEnd('h', 'hook', { kind: 'cancelled' }),
    callbackEnd('p', 'permission', { kind: 'cancelled' }),
    callbackEnd('m', 'mcp', { kind: 'cancelled' }),
    turnEnd('a', { kind: 'lost', error: new ClaudeActorsError('TurnLost', '') }),
    taskEnd('t', 'stopped'),
  ];

  it('every written and unanswered operation has got `SessionStopped`', () => {
    const walk = busy().take(gone(1));
    expect(walk.sentTo('request#req_1')).toEqual([
      { type: 'request.cancelled', reason: 'session' },
    ]);
    const [settled] = said(walk.take(...ends), 'settled');
    expect(settled).toMatchObject({
      key: 'k',
      requestId: 'req_1',
      outcome: {
        kind: 'refused',
        error: {
          code: 'SessionStopped',
          details: { operation: 'mcp_status', requestId: 'req_1' },
          cause: { code: 'ProcessError' },
        },
      },
    });
  });

  it('every callback’s abort signal has fired', () => {
    const walk = busy().take(gone(1));
    for (const id of ['h', 'p', 'm']) {
      expect(walk.sentTo(`callback#${id}`)).toEqual([{ type: 'callback.cancelled' }]);
    }
    expect(written(walk.take(...ends))).toEqual([]);
  });

  it.each(ends.map((_, index) => index))(
    'it is not reached before all children have ended (child %i is left)',
    (missing) => {
      const walk = busy().take(gone(1), ...ends.filter((_, index) => index !== missing));
      expect(walk.state).toEqual({ stopping: 'settling' });
      expect(walk.take(ends[missing] as SessionMachineEvent).state).toBe('failed');
    },
  );

  it('no timer is left. No child actor is left', () => {
    const walk = busy().take(gone(1), ...ends);
    expect(walk.snapshot.status).toBe('done');
    expect(walk.timers).toEqual([]);
    expect(walk.children).toEqual([]);
  });

  it('an operation that is called while the session stops gets `SessionStopped`', () => {
    const walk = running().take(stop).take(ask('k'), send('u'));
    const error = expect.objectContaining({ code: 'SessionStopped' });
    expect(said(walk, 'settled')).toMatchObject([
      { key: 'k', outcome: { kind: 'refused', error } },
    ]);
    expect(said(walk, 'turn')).toMatchObject([{ uuid: 'u', state: 'refused', error }]);
  });
});

describe('initialize after an implicit yes', () => {
  const implicit = () => initSent().take(...fromCli(hookCall('h')));

  it('its answer, when it comes, fills `initialization`', () => {
    const walk = implicit().take(...answered('req_0', initialization));
    expect(said(walk, 'initialization')).toEqual([
      { type: 'initialization', response: initialization },
    ]);
    expect(walk.state).toMatchObject({ running: {} });
  });

  it('a timeout is then a warning', () => {
    const walk = implicit().take(requestEnd('req_0', { kind: 'timedOut', timeoutMs: 30_000 }));
    expect(warnings(walk)).toEqual(['InitializeUnanswered']);
    expect(walk.state).toMatchObject({ running: {} });
  });

  it('an error fails the session', () => {
    const walk = implicit().take(...refusedByCli('req_0', 'bad hooks'));
    walk.take(callbackEnd('h', 'hook', { kind: 'cancelled' }), gone());
    expect(walk.state).toBe('failed');
    expect(walk.snapshot.output).toMatchObject({ error: { code: 'InitializeRejected' } });
  });
});
