import { describe, expect, it } from '@jest/globals';
import { operationError } from '../../../src/actors/operations.js';
import {
  type RequestEvent,
  type RequestInput,
  requestChart,
} from '../../../src/machines/requestChart.js';
import { fromCli, refusal, success } from './fromCli.js';
import {
  answered,
  ask,
  initSent,
  requestEnd,
  running,
  said,
  spawning,
  stop,
  warnings,
  written,
} from './sessionWalk.js';
import { Walk } from './Walk.js';

const pending = () => new Walk(requestChart, { id: 'req_1', subtype: 'x', timeoutMs: 30_000 });

const succeeded: RequestEvent = { type: 'request.succeeded', response: { mode: 'plan' } };
const rejected: RequestEvent = { type: 'request.rejected', error: 'no', errorCode: 'bad_mode' };
const cancelled = (reason: 'caller' | 'session'): RequestEvent => ({
  type: 'request.cancelled',
  reason,
});

describe('request', () => {
  it('`pending`', () => {
    expect(pending().state).toBe('pending');
    expect(pending().timers).toEqual([30_000]);
  });

  it('`pending` → `succeeded`', () => {
    const walk = pending().take(succeeded);
    expect(walk.state).toBe('succeeded');
    expect(walk.snapshot.output).toEqual({
      id: 'req_1',
      outcome: { kind: 'succeeded', response: { mode: 'plan' } },
    });
  });

  it('`pending` → `rejected` (the CLI’s error: `ControlRejected` with its `error_code`)', () => {
    const walk = pending().take(rejected);
    expect(walk.state).toBe('rejected');
    const outcome = { kind: 'rejected', error: 'no', errorCode: 'bad_mode' } as const;
    expect(walk.snapshot.output).toEqual({ id: 'req_1', outcome });
    expect(operationError({ operation: 'x', launch: {} }, outcome)).toMatchObject({
      code: 'ControlRejected',
      details: { errorCode: 'bad_mode' },
    });
  });

  it('`pending` → `timedOut` (`ControlTimeout`)', () => {
    const walk = pending().elapse(30_000);
    expect(walk.state).toBe('timedOut');
    const outcome = { kind: 'timedOut', timeoutMs: 30_000 } as const;
    expect(walk.snapshot.output).toEqual({ id: 'req_1', outcome });
    expect(operationError({ operation: 'x', launch: {} }, outcome).code).toBe('ControlTimeout');
  });

  it('`pending` → `timedOut`, also if its time began before it was written', () => {
    const walk = pending().take({ type: 'request.expired' });
    const outcome = { kind: 'timedOut', timeoutMs: 30_000 };
    expect(walk.snapshot.output).toEqual({ id: 'req_1', outcome });
  });

  it.each([
    ['the caller’s signal', 'caller'],
    ['the session ended', 'session'],
  ] as const)('`pending` → `cancelled` (%s)', (_, reason) => {
    const walk = pending().take(cancelled(reason));
    expect(walk.state).toBe('cancelled');
    const outcome = { kind: 'cancelled', reason } as const;
    expect(walk.snapshot.output).toEqual({ id: 'req_1', outcome });
  });

  it.each([succeeded, rejected, cancelled('caller')])('First event wins: %j', (first) => {
    const walk = pending().take(first);
    expect(walk.snapshot.status).toBe('done');
    expect(walk.timers).toEqual([]);
    const { output, value } = walk.snapshot;
    for (const later of [succeeded, rejected, cancelled('session')]) walk.take(later);
    expect(walk.snapshot).toMatchObject({ output, value });
  });
});

describe('what the session tells a request', () => {
  it('a success of the CLI', () => {
    const walk = running()
      .take(ask('k'))
      .take(...fromCli(success('req_1', { mode: 'plan' })));
    expect(walk.sentTo('request#req_1')).toEqual([succeeded]);
  });

  it('an error of the CLI', () => {
    const walk = running()
      .take(ask('k'))
      .take(...fromCli(refusal('req_1', 'no', 'bad_mode')));
    expect(walk.sentTo('request#req_1')).toEqual([rejected]);
  });

  it('the caller’s signal', () => {
    const walk = running().take(ask('k')).take({ type: 'op.cancel', key: 'k' });
    expect(walk.sentTo('request#req_1')).toEqual([cancelled('caller')]);
  });

  it('the session ended', () => {
    const walk = running().take(ask('k')).take(stop);
    expect(walk.sentTo('request#req_1')).toEqual([cancelled('session')]);
  });

  it('what comes later for that id is logged (at debug) and dropped', () => {
    const walk = running().take(ask('k'));
    walk.take(requestEnd('req_1', { kind: 'timedOut', timeoutMs: 30_000 }));
    expect(said(walk, 'settled')).toMatchObject([{ key: 'k', outcome: { kind: 'timedOut' } }]);
    walk.take(...fromCli(success('req_1'), refusal('req_1'), success('req_0')));
    expect(walk.emitted).toEqual(
      ['req_1', 'req_1', 'req_0'].map((requestId) => ({ type: 'lateAnswer', requestId })),
    );
    expect(walk.sentTo('process')).toEqual([]);
  });

  it.each(['req_2', 'req_01', 'mine'])(
    'an answer for an id never sent (%s) is a warning `OrphanResponse`',
    (id) => {
      const walk = running()
        .take(ask('k'))
        .take(...fromCli(success(id)));
      expect(warnings(walk)).toEqual(['OrphanResponse']);
      expect(walk.sentTo('request#req_1')).toEqual([]);
    },
  );

  it('The id is read from `response.request_id`, else from the top level', () => {
    const inside = { ...success('req_1'), request_id: 'req_9' };
    const atTop = {
      type: 'control_response',
      request_id: 'req_1',
      response: { subtype: 'success', response: {} },
    };
    for (const frame of [inside, atTop]) {
      const walk = running()
        .take(ask('k'))
        .take(...fromCli(frame));
      expect(walk.sentTo('request#req_1')).toEqual([{ type: 'request.succeeded', response: {} }]);
    }
  });

  it.each([
    ['commands', { models: [], account: {} }, ['commands']],
    ['models and account', { commands: [] }, ['models', 'account']],
    ['all', undefined, ['commands', 'models', 'account']],
  ])('Missing parts of the initialize answer are warnings: %s', (_, response, missing) => {
    const walk = initSent().take(...answered('req_0', response));
    expect(said(walk, 'warning')).toMatchObject([{ code: 'ThinInitialize', context: { missing } }]);
    expect(walk.state).toMatchObject({ running: {} });
  });

  it.each([{}, { response: null }, { response: {} }, { response: 'yes' }])(
    'any success answers the others: %j',
    (fields) => {
      const response = { subtype: 'success', request_id: 'req_1', ...fields };
      const walk = running().take(ask('k', 'set_max_thinking_tokens'));
      walk.take(...fromCli({ type: 'control_response', response }));
      expect(walk.sentTo('request#req_1')).toEqual([{ type: 'request.succeeded', ...fields }]);
      expect(warnings(walk)).toEqual([]);
    },
  );
});

describe('timeout of the operation', () => {
  /** The timer that the request's own chart starts with what the session gives it. */
  function timeoutOf(input: unknown): number[] {
    return new Walk(requestChart, input as RequestInput).timers;
  }

  it('initialize: 30 s', () => {
    const [request] = spawning().take({ type: 'process.spawned', pid: 7 }).spawned;
    expect(request).toMatchObject({ input: { subtype: 'initialize' } });
    expect(timeoutOf(request?.input)).toEqual([30_000]);
  });

  it.each([
    ['interrupt', 5_000],
    ['set_model', 5_000],
    ['set_permission_mode', 5_000],
    ['rewind_files', 30_000],
    ['mcp_status', 30_000],
    ['one that only a newer CLI knows', 30_000],
  ])('%s: %i ms', (subtype, ms) => {
    const walk = running().take(ask('k', subtype));
    expect(walk.spawned).toMatchObject([{ src: 'request', input: { id: 'req_1', subtype } }]);
    expect(timeoutOf(walk.spawned[0]?.input)).toEqual([ms]);
    expect(written(walk)).toEqual([
      { kind: 'request', id: 'req_1', body: JSON.stringify({ subtype }) },
    ]);
  });
});
