import { describe, expect, it } from '@jest/globals';
import {
  collectItems,
  query,
  type SessionEvent,
  startSession,
  type Warning,
} from '../../../src/index.js';
import { all } from '../../support/all.js';
import {
  type Act,
  actorCli,
  answer,
  codes,
  expectAdvice,
  failureOf,
  hello,
  start,
  within,
} from './support.js';

const lastEvent = async (events: Promise<SessionEvent[]>) =>
  (await within('the events', events)).at(-1);

describe('a session whose CLI', () => {
  it('prints garbage goes on, with warnings', async () => {
    const warnings: Warning[] = [];
    const { session } = await start(
      { message: [['write', 'garbage\n'.repeat(20)], ['write', '{"no":"type"}\n'], answer] },
      { onWarning: (warning) => warnings.push(warning) },
    );
    expect(await within('the turn', session.send('Hello').result)).toMatchObject({
      result: 'done',
    });
    const undecodable = warnings.filter(({ code }) => code === 'UndecodableLine');
    expect(undecodable).toHaveLength(21);
    expect(session.state).toBe('running');
    await within('end()', session.end());
  });

  it('prints a line over the limit goes on without it', async () => {
    const warnings: Warning[] = [];
    const { session } = await start(
      { message: [['sayLong', 50_000], answer] },
      { limits: { lineBytes: 10_000 }, onWarning: (warning) => warnings.push(warning) },
    );
    expect(await within('the turn', session.send('Hello').result)).toMatchObject({
      result: 'done',
    });
    expect(codes(warnings)).toContain('LineDropped');
  });

  it('takes a message of 1 MiB gets all of it', async () => {
    const { session, cli } = await start();
    const content = 'x'.repeat(1024 * 1024);
    await within('the turn', session.send(content).result);
    expect(cli.heard().at(-1)).toMatchObject({ message: { role: 'user', content } });
  });

  it.each<[string, Act, object]>([
    ['exits', ['exit', 7], { exitCode: 7, signal: null }],
    ['exits with 0', ['exit', 0], { exitCode: 0 }],
    ['is killed', ['raise', 'SIGKILL'], { exitCode: null, signal: 'SIGKILL' }],
  ])('%s in the middle of a turn loses it', async (_, death, details) => {
    const { session, cli } = await start({
      message: [hello, ['complain', 'my last words\n'], death],
    });
    const events = all(session.events());
    const turn = session.send('Hello');
    const messages = failureOf(all(turn));
    const idle = within('idle()', session.idle());
    const operation = failureOf(session.getContextUsage());
    expectAdvice(await failureOf(turn.result), 'TurnLost', /Start a new session with `resume/);
    expectAdvice(await messages, 'TurnLost', /Start a new session with `resume/);
    // Whether it was still written is a matter of luck.
    const { code, message } = await operation;
    expect(['SessionStopped', 'WriteFailed']).toContain(code);
    expectAdvice({ code, message, context: {} }, code, /Start a new session/);
    await idle;
    const error = await failureOf(session.end());
    expectAdvice(error, 'ProcessError', /Check that output|Look for who sent the signal/);
    expect(error.details).toMatchObject({ ...details, stderrTail: 'my last words\n' });
    expect(await lastEvent(events)).toMatchObject({ type: 'failed', error });
    expect(session.state).toBe('failed');
    expect(cli.isGone()).toBe(true);
  });

  it('dies in the middle of a line loses the turn too', async () => {
    const { session } = await start({
      message: [hello, ['write', '{"type":"result","subt'], ['raise', 'SIGKILL']],
    });
    const turn = session.send('Hello');
    expectAdvice(await failureOf(turn.result), 'TurnLost', /Start a new session with `resume/);
    expectAdvice(await failureOf(session.end()), 'ProcessError', /Look for who sent the signal/);
  });

  it('exits between turns with an error has failed', async () => {
    const { session } = await start({ message: [answer, ['exit', 3]] });
    const events = all(session.events());
    await within('the turn', session.send('Hello').result);
    const last = await lastEvent(events);
    const error = await failureOf(session.end());
    expect(error).toMatchObject({ code: 'ProcessError', details: { exitCode: 3 } });
    expect(last).toEqual({ type: 'failed', error });
    const late = await failureOf(session.send('More').result);
    expectAdvice(late, 'SessionStopped', /Start a new/);
    expect(late.cause).toBe(error);
  });

  it('never reads its input ends with WriteTimeout', async () => {
    const timeouts = { write: 300, initialize: 5000, shutdown: { terminate: 100, kill: 300 } };
    const cli = actorCli({ reads: false, stays: true }, { timeouts, mode: 'session' });
    // More than a pipe holds.
    const prompt = 'x'.repeat(4 * 1024 * 1024);
    const systemPrompt = 'y'.repeat(4 * 1024 * 1024);
    const started = startSession({ prompt, options: { ...cli.options, systemPrompt } });
    expectAdvice(await failureOf(started), 'WriteTimeout', /Start a new session with `resume/);
    expect(cli.isGone()).toBe(true);
  });

  it('stops reading its input loses the turn with WriteTimeout', async () => {
    const timeouts = { write: 300, shutdown: { terminate: 100, kill: 300 } };
    const agree = { subtype: 'success', request_id: 'req_0', response: {} };
    const { session, cli } = await start(
      {
        reads: false,
        stays: true,
        start: [['say', { type: 'control_response', response: agree }]],
      },
      { timeouts },
    );
    const turn = session.send('x'.repeat(4 * 1024 * 1024));
    expectAdvice(await failureOf(turn.result), 'TurnLost', /Start a new session with `resume/);
    expectAdvice(await failureOf(session.end()), 'WriteTimeout', /Start a new session/);
    expect(cli.isGone()).toBe(true);
  });

  it('floods stderr keeps the end of it, and warns', async () => {
    const warnings: Warning[] = [];
    let lines = 0;
    const { session } = await start(
      {
        message: [
          ['complain', 'noise\n', 2_000_000],
          ['complain', 'the end\n'],
          ['exit', 9],
        ],
      },
      {
        limits: { stderrLinesPerSecond: 100 },
        onWarning: (warning) => warnings.push(warning),
        stderr: () => (lines += 1),
      },
    );
    const turn = session.send('Hello');
    await failureOf(turn.result);
    const { details } = await failureOf(session.end());
    expect(details.stderrTail?.endsWith('noise\nthe end\n')).toBe(true);
    expect(details.stderrTail?.length).toBeLessThanOrEqual(256 * 1024);
    expect(codes(warnings)).toEqual(expect.arrayContaining(['StderrSampled', 'StderrFlood']));
    expect(lines).toBeGreaterThan(99);
    expect(lines).toBeLessThan(2_000_000);
  });

  it('refuses a request says what to do', async () => {
    const refusal = { subtype: 'error', request_id: '$id', error: 'no such model' };
    const { session } = await start({
      request: [['say', { type: 'control_response', response: refusal }]],
    });
    const error = await failureOf(session.setModel('opos'));
    expectAdvice(error, 'ControlRejected', /Check the arguments, or update Claude Code/);
    expect(error.message).toContain('no such model');
    expect(error).toMatchObject({ category: 'control', details: { operation: 'set_model' } });
    expect(session.state).toBe('running');
  });

  it('leaves a request unanswered has it time out', async () => {
    const { session } = await start({ request: [] });
    const error = await failureOf(session.setModel('opus', { timeoutMs: 100 }));
    expectAdvice(error, 'ControlTimeout', /Pass a longer `timeoutMs`/);
    expect(error).toMatchObject({ details: { operation: 'set_model', limit: 100 } });
    expect(session.state).toBe('running');
  });
});

describe('a query in session mode', () => {
  it('whose CLI dies ends with the exit', async () => {
    const cli = actorCli({ message: [hello, ['exit', 4]] }, { mode: 'session' });
    const { items, terminalError } = await within(
      'the query',
      collectItems(query('Hello', { mode: 'oneShot', ...cli.options })),
    );
    expect(items.some((item) => item.kind === 'message')).toBe(true);
    expectAdvice(terminalError, 'ProcessError', /Set `debug: true`/);
    expect(terminalError?.details.exitCode).toBe(4);
  });
});
