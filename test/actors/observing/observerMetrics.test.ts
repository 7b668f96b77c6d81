import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { proceed } from '../../../src/codec/hooks.js';
import { query } from '../../../src/Query.js';
import { startSession } from '../../../src/startSession.js';
import { settle } from '../../support/simulated.js';
import {
  answerTo,
  hookRequest,
  leave,
  type Metric,
  observedRun,
  refusalOf,
  success,
} from './observedRun.js';

const values = (metrics: readonly Metric[]) => metrics.map(({ value, labels }) => [value, labels]);
const total = (metrics: readonly Metric[]) => metrics.reduce((sum, { value }) => sum + value, 0);

describe('what is measured', () => {
  it('counts starts and exits, and times the process', async () => {
    const run = observedRun();
    const session = await startSession({ options: run.options });
    await session.stop();
    await settle();
    expect(values(run.measured('claude.process.started'))).toEqual([[1, { mode: 'session' }]]);
    expect(values(run.measured('claude.process.exited'))).toEqual([
      [1, { mode: 'session', exit: '0' }],
    ]);
    expect(run.measured('claude.process.runtime')).toEqual([
      expect.objectContaining({ kind: 'duration', labels: { mode: 'session' } }),
    ]);
  });

  it('tells how long the CLI has been silent, and that it no longer is', async () => {
    const run = observedRun({ stall: { firstFrame: 1_000, midTurn: 1_000 } });
    const session = await startSession({ options: run.options });
    session.send('hello');
    await settle();
    run.clock.increment(1_000);
    run.clock.increment(1_000);
    await settle();
    expect(session.health.silentMs).toEqual(expect.any(Number));
    run.say(success);
    await settle();
    expect(values(run.measured('claude.process.silence'))).toEqual([
      [1_000, { mode: 'session' }],
      [2_000, { mode: 'session' }],
      [0, { mode: 'session' }],
    ]);
    await session.stop();
  });

  it('names the signal that ended a process', async () => {
    const run = observedRun();
    const stream = query('hello', { mode: 'oneShot', ...run.options });
    await settle();
    run.say(success);
    run.process().endStdout();
    run.process().exit({ signal: 'SIGKILL' });
    for await (const _ of stream);
    await stream.close();
    await settle();
    expect(values(run.measured('claude.process.exited'))).toEqual([
      [1, { mode: 'oneShot', exit: 'SIGKILL' }],
    ]);
  });

  it('counts messages by type, and lines and bytes each way, as the session itself counts them', async () => {
    const run = observedRun();
    const session = await startSession({ options: run.options });
    const turn = session.send('hello');
    await settle();
    const said = { type: 'assistant', message: { content: [] } };
    run.say(said, said, success);
    await turn.result;
    expect(values(run.measured('claude.messages.sent'))).toEqual([[1, {}]]);
    expect(values(run.measured('claude.messages.received'))).toEqual([
      [2, { type: 'assistant' }],
      [1, { type: 'result' }],
    ]);
    run.process().stderr('oops\n');
    await session.end();
    await settle();
    const { frames, bytes } = session.health;
    expect(total(run.measured('claude.lines.received'))).toBe(frames.in);
    expect(total(run.measured('claude.lines.sent'))).toBe(frames.out);
    expect(total(run.measured('claude.bytes.received'))).toBe(bytes.in);
    expect(total(run.measured('claude.bytes.sent'))).toBe(bytes.out);
    expect(total(run.measured('claude.stderr.bytes'))).toBe(5);
  });

  it('counts types of messages, system messages and content blocks that are not listed', async () => {
    const run = observedRun();
    const session = await startSession({ options: run.options });
    const content = [{ type: 'text' }, { type: 'hologram' }, null];
    run.say(
      { type: 'novelty' },
      { type: 'system', subtype: 'init' },
      { type: 'system', subtype: 'news' },
      { type: 'assistant', message: { content } },
      { type: 'user', message: { content: 'text' } },
      { type: 'assistant' },
    );
    await settle();
    expect(values(run.measured('claude.messages.unlisted'))).toEqual([
      [1, { type: 'novelty' }],
      [1, { type: 'system/news' }],
    ]);
    expect(values(run.measured('claude.blocks.unlisted'))).toEqual([
      [1, { type: 'hologram' }],
      [1, { type: 'undefined' }],
    ]);
    await session.stop();
  });

  it('times requests by operation, and counts their timeouts and errors', async () => {
    const run = observedRun();
    const session = await startSession({ options: run.options });
    const asked = [
      session.setModel('sonnet'),
      session.setPermissionMode('plan'),
      session.request('slow_one', {}, { timeoutMs: 700 }),
    ];
    await settle();
    run.say(answerTo('req_1'), refusalOf('req_2', 'not now'));
    await settle();
    run.clock.increment(700);
    await Promise.allSettled(asked);
    run.say(answerTo('req_3'));
    await settle();
    const results = run.measured('claude.request.duration').map(({ labels }) => labels);
    expect(results).toEqual([
      { operation: 'initialize', result: 'succeeded' },
      { operation: 'set_model', result: 'succeeded' },
      { operation: 'set_permission_mode', result: 'failed' },
      { operation: 'slow_one', result: 'timedOut' },
    ]);
    expect(values(run.measured('claude.request.timeouts'))).toEqual([
      [1, { operation: 'slow_one' }],
    ]);
    expect(values(run.measured('claude.request.errors'))).toEqual([
      [1, { operation: 'set_permission_mode', code: 'ControlRejected' }],
    ]);
    expect(values(run.measured('claude.request.lateAnswers'))).toEqual([[1, {}]]);
    const pending = run.measured('claude.requests.pending').map(({ value }) => value);
    expect(pending).toEqual([1, 0, 1, 2, 3, 2, 1, 0]);
    await session.stop();
  });

  it('counts a handshake that nobody answers as a timeout', async () => {
    const run = observedRun({}, { greets: false });
    const starting = startSession({ options: run.options });
    await settle();
    run.clock.increment(30_000);
    await expect(starting).rejects.toMatchObject({ code: 'InitializeTimeout' });
    await settle();
    expect(values(run.measured('claude.request.timeouts'))).toEqual([
      [1, { operation: 'initialize' }],
    ]);
    expect(run.measured('claude.requests.pending').at(-1)?.value).toBe(0);
    expect(values(run.measured('claude.errors'))).toEqual([[1, { code: 'InitializeTimeout' }]]);
    expect(run.logged('error').map(({ fields }) => fields.code)).toEqual(['InitializeTimeout']);
  });

  it('times callbacks and tells how many run, over all sessions of a sink', async () => {
    const first = observedRun({ hooks: { PreToolUse: [{ hooks: [waiting] }] } });
    const { metrics } = first.options;
    const second = observedRun({ metrics, hooks: { PreToolUse: [{ hooks: [waiting] }] } });
    const answers: (() => void)[] = [];
    function waiting() {
      return new Promise<ReturnType<typeof proceed>>((resolve) => {
        answers.push(() => resolve(proceed()));
      });
    }
    const sessions = [
      await startSession({ options: first.options }),
      await startSession({ options: second.options }),
    ];
    first.say(hookRequest('a'));
    second.say(hookRequest('b'));
    await settle();
    answers[0]?.();
    await settle();
    await Promise.all(sessions.map((session) => session.stop()));
    const running = first.measured('claude.callbacks.running');
    expect(values(running)).toEqual([1, 2, 1, 0].map((value) => [value, { kind: 'hook' }]));
    const ended = first.measured('claude.callback.duration').map(({ labels }) => labels);
    expect(ended).toEqual([
      { kind: 'hook', name: 'PreToolUse', result: 'answered' },
      { kind: 'hook', name: 'PreToolUse', result: 'cancelled' },
    ]);
  });

  it('counts lines that cannot be read, by why, in sessions and in queries', async () => {
    const run = observedRun({ limits: { lineBytes: 1024 } });
    const session = await startSession({ options: run.options });
    run.process().stdout(`garbage\n${'x'.repeat(2000)}\n`);
    await session.stop();
    expect(values(run.measured('claude.parse.errors'))).toEqual([
      [1, { reason: 'notJson' }],
      [1, { reason: 'oversize' }],
    ]);

    const other = observedRun();
    const stream = query('hello', { mode: 'oneShot', ...other.options });
    await settle();
    other.process().stdout('garbage\n{"no":"type"}\n{"cut');
    leave(other.process());
    for await (const _ of stream);
    expect(values(other.measured('claude.parse.errors'))).toEqual([
      [1, { reason: 'notJson' }],
      [1, { reason: 'noMessage' }],
      [1, { reason: 'incomplete' }],
    ]);
  });

  it('counts warnings and errors by code', async () => {
    const run = observedRun();
    const stream = query('hello', { mode: 'oneShot', ...run.options });
    await settle();
    run.process().stdout('garbage\n');
    leave(run.process());
    for await (const _ of stream);
    expect(values(run.measured('claude.errors'))).toEqual([[1, { code: 'JsonDecodeError' }]]);
    expect(values(run.measured('claude.warnings'))).toEqual([[1, { code: 'CleanExitNoResult' }]]);
  });
});

describe('the names of metrics', () => {
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const names = (text: string, mark: string) =>
    [...text.matchAll(new RegExp(`${mark}(claude(?:\\.\\w+)+)${mark}`, 'g'))].map(
      ([, name]) => name,
    );

  it('are all in the table of the docs, and no others', () => {
    const used = new Set(names(read('src/actors/observing/metricsSink.ts'), "'"));
    const documented = names(read('docs/observability.md'), '`');
    expect(used.size).toBeGreaterThan(15);
    expect([...new Set(documented)].sort()).toEqual([...used].sort());
  });
});
