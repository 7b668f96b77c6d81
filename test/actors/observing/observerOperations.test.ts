import { describe, expect, it } from '@jest/globals';
import { proceed } from '../../../src/codec/hooks.js';
import { query } from '../../../src/Query.js';
import { startSession } from '../../../src/startSession.js';
import { settle } from '../../support/simulated.js';
import {
  answerTo,
  hookRequest,
  mcpRequest,
  observedRun,
  permissionRequest,
  refusalOf,
} from './observedRun.js';

describe('reports about callbacks', () => {
  const handler = {
    type: 'sdk' as const,
    name: 'own',
    instance: () => ({ jsonrpc: '2.0' as const, id: 1, result: {} }),
  };

  it('tells at debug how long each took, by event, tool and server', async () => {
    const run = observedRun({
      hooks: { PreToolUse: [{ hooks: [() => proceed()] }] },
      canUseTool: async (_name, input) => ({ behavior: 'allow', updatedInput: input }),
      mcpServers: { own: handler },
    });
    const session = await startSession({ options: run.options });
    run.say(hookRequest('h'), permissionRequest('p'), mcpRequest('m', 'own'));
    await settle();
    const callbacks = run.logged('debug', 'callback').map(({ fields }) => fields);
    const ms = expect.any(Number);
    expect(callbacks).toHaveLength(3);
    for (const one of [
      { kind: 'hook', name: 'PreToolUse', requestId: 'h' },
      { kind: 'permission', name: 'Bash', requestId: 'p' },
      { kind: 'mcp', name: 'own', requestId: 'm' },
    ]) {
      expect(callbacks).toContainEqual({ pid: 7, ...one, ms, result: 'answered' });
    }
    await session.stop();
  });

  it('tells a timeout at warn, and that the callback was cancelled at debug', async () => {
    const run = observedRun({
      hooks: {
        PreToolUse: [
          { hooks: [() => new Promise<never>(() => {})], timeout: 2, onFailure: 'continue' },
        ],
      },
    });
    const session = await startSession({ options: run.options });
    run.say(hookRequest('h'));
    await settle();
    run.clock.increment(2000);
    await settle();
    const [warning, ...others] = run.logged('warn');
    expect(others).toEqual([]);
    expect(warning?.fields).toMatchObject({
      code: 'CallbackTimedOut',
      context: { hookEvent: 'PreToolUse' },
    });
    expect(warning?.message).toContain('PreToolUse');
    expect(run.logged('debug', 'callback')[0]?.fields.result).toBe('cancelled');
    expect(run.measured('claude.callback.timeouts')).toEqual([
      { kind: 'count', name: 'claude.callback.timeouts', value: 1, labels: { kind: 'hook' } },
    ]);
    await session.stop();
  });

  it('tells a callback that throws', async () => {
    const run = observedRun({
      canUseTool: () => Promise.reject(new Error('no database')),
    });
    const session = await startSession({ options: run.options });
    run.say(permissionRequest('p'));
    await settle();
    const [warning] = run.logged('warn');
    expect(warning?.fields.code).toBe('CallbackFailed');
    expect(warning?.message).toContain('no database');
    expect(run.logged('debug', 'callback')[0]?.fields.result).toBe('failed');
    await session.stop();
  });

  it('tells a request from the CLI that nobody here knows', async () => {
    const run = observedRun();
    const session = await startSession({ options: run.options });
    run.say({ type: 'control_request', request_id: 'x', request: { subtype: 'brand_new' } });
    await settle();
    expect(run.logged('warn')[0]?.fields).toEqual({
      pid: 7,
      requestId: 'x',
      subtype: 'brand_new',
    });
    expect(run.measured('claude.requests.unlisted')[0]?.labels).toEqual({ subtype: 'brand_new' });
    await session.stop();
  });
});

describe('reports about control operations', () => {
  it('tells an answered one at debug, a refused one at error, one without answer at warn', async () => {
    const run = observedRun();
    const session = await startSession({ options: run.options });
    const answered = session.setModel('sonnet');
    const refused = session.setPermissionMode('plan');
    const unanswered = session.request('slow_one', {}, { timeoutMs: 700 });
    await settle();
    run.say(answerTo('req_1'), refusalOf('req_2', 'not now'));
    await answered;
    await expect(refused).rejects.toMatchObject({ code: 'ControlRejected' });
    run.clock.increment(700);
    await expect(unanswered).rejects.toMatchObject({ code: 'ControlTimeout' });
    await settle();

    const succeeded = run.logged('debug', 'operation').map(({ fields }) => fields.operation);
    expect(succeeded).toEqual(['initialize', 'set_model']);
    expect(run.logged('error').map(({ fields }) => fields)).toEqual([
      expect.objectContaining({
        code: 'ControlRejected',
        operation: 'set_permission_mode',
        result: 'failed',
        ms: expect.any(Number),
      }),
    ]);
    expect(run.logged('warn').map(({ fields }) => fields)).toEqual([
      expect.objectContaining({ code: 'ControlTimeout', operation: 'slow_one', limit: 700 }),
    ]);
    await session.stop();
  });

  it('tells an answer that comes too late at debug', async () => {
    const run = observedRun();
    const session = await startSession({ options: run.options });
    const unanswered = session.request('slow_one', {}, { timeoutMs: 700 });
    await settle();
    run.clock.increment(700);
    await expect(unanswered).rejects.toMatchObject({ code: 'ControlTimeout' });
    run.say(answerTo('req_1'));
    const late = run.logged('debug', 'late answer dropped').map(({ fields }) => fields);
    expect(late).toEqual([{ pid: 7, requestId: 'req_1' }]);
    await session.stop();
  });

  it('tells one that its caller gave up, or that the end of the session took, at debug', async () => {
    const run = observedRun();
    const session = await startSession({ options: run.options });
    const controller = new AbortController();
    const given = session.request('one', {}, { signal: controller.signal });
    const taken = session.request('two');
    await settle();
    controller.abort();
    await expect(given).rejects.toMatchObject({ code: 'Aborted' });
    await session.stop();
    await expect(taken).rejects.toMatchObject({ code: 'SessionStopped' });
    await settle();
    const cancelled = run.logged('debug').filter(({ fields }) => fields.result === 'cancelled');
    expect(cancelled.map(({ fields }) => fields.operation)).toEqual(['one', 'two']);
    expect([...run.logged('error'), ...run.logged('warn')]).toEqual([]);
  });

  it('tells one that a one-shot query cannot do', async () => {
    const run = observedRun();
    const stream = query('hello', { mode: 'oneShot', ...run.options });
    await expect(stream.setModel('sonnet')).rejects.toMatchObject({ code: 'ControlUnavailable' });
    await settle();
    expect(run.logged('error').map(({ fields }) => fields.code)).toEqual(['ControlUnavailable']);
    await stream.close();
  });
});
