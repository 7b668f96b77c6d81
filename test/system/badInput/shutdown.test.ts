import { describe, expect, it } from '@jest/globals';
import { query, startSession } from '../../../src/index.js';
import { isAlive } from '../../support/processes.js';
import { until } from '../../support/until.js';
import { actorCli, expectAdvice, failureOf, hello, type Play, start, within } from './support.js';

const deaf: Play = { end: [], stays: true, ignores: ['SIGTERM', 'SIGINT', 'SIGHUP'] };
const timeouts = { shutdown: { end: 300, terminate: 200, kill: 1200 } };
/** The ladder, and what a busy machine takes for it. */
const ladder = 1200 + 3000;

describe('a CLI that ignores the end of its input and SIGTERM', () => {
  it('is killed by stop() within the ladder', async () => {
    const { session, cli } = await start(deaf, { timeouts });
    const began = performance.now();
    await within('stop()', session.stop());
    expect(performance.now() - began).toBeLessThan(ladder);
    expect(cli.isGone()).toBe(true);
    expect(cli.signals()).toContain('SIGTERM');
    expect(session.state).toBe('stopped');
  });

  it('is interrupted first if it works on a turn', async () => {
    const { session, cli } = await start({ ...deaf, message: [hello] }, { timeouts });
    const turn = session.send('Hello');
    await until('the message', () => cli.heard().length === 2);
    await within('stop()', session.stop());
    expect(cli.signals()).toEqual(['SIGINT', 'SIGTERM']);
    expect(cli.isGone()).toBe(true);
    await expect(within('the turn', turn.result)).rejects.toMatchObject({ code: 'TurnLost' });
  });

  it('is killed after end()', async () => {
    const { session, cli } = await start(deaf, { timeouts });
    const began = performance.now();
    await within(
      'end()',
      session.end().catch(() => {}),
    );
    expect(performance.now() - began).toBeLessThan(300 + ladder);
    expect(cli.isGone()).toBe(true);
  });

  it('is killed when its query is closed', async () => {
    const cli = actorCli({ ...deaf, start: [hello] }, { timeouts });
    const asked = query('Hello', { mode: 'oneShot', ...cli.options });
    await within('a message', asked.next());
    const began = performance.now();
    await within('close()', asked.close());
    expect(performance.now() - began).toBeLessThan(ladder);
    expect(cli.isGone()).toBe(true);
  });

  it('is killed when its query is over, and the loop does not wait for it', async () => {
    const result = { type: 'result', subtype: 'success', is_error: false, result: 'done' };
    const cli = actorCli({ ...deaf, start: [['say', result]] }, { timeouts });
    const types: string[] = [];
    const loop = async () => {
      for await (const { type } of query('Hello', { mode: 'oneShot', ...cli.options }))
        types.push(type);
    };
    await within('the loop', loop());
    expect(types).toEqual(['result']);
    await until('the CLI to be gone', cli.isGone);
  });

  it('is killed when the handshake fails', async () => {
    const cli = actorCli(
      { ...deaf, initialize: [] },
      { timeouts: { initialize: 200, ...timeouts } },
    );
    const error = await failureOf(startSession({ options: cli.options }));
    expectAdvice(error, 'InitializeTimeout', /Raise `timeouts\.initialize`/);
    expect(cli.isGone()).toBe(true);
  });

  it('takes its grandchildren with it', async () => {
    const { session, cli } = await start({ ...deaf, message: [['leaveHolder']] }, { timeouts });
    session.send('Hello');
    const [holder = 0] = await until('the grandchild', () => {
      const holders = cli.holders();
      return holders.length > 0 && holders;
    });
    expect(isAlive(holder)).toBe(true);
    await within('stop()', session.stop());
    await until('the grandchild to be gone', () => !isAlive(holder));
    expect(cli.isGone()).toBe(true);
  });
});

describe('a grandchild that holds stdout', () => {
  it('does not keep a session from its end', async () => {
    const answer = { type: 'result', subtype: 'success', is_error: false, session_id: 's' };
    const { session, cli } = await start({ message: [['leaveHolder'], ['say', answer]] });
    await within('the turn', session.send('Hello').result);
    await within('end()', session.end());
    expect(cli.isGone()).toBe(true);
    expect(session.state).toBe('stopped');
  });

  it('does not keep a turn from being lost', async () => {
    const { session } = await start({
      message: [['leaveHolder'], ['raise', 'SIGKILL']],
    });
    const turn = session.send('Hello');
    expectAdvice(await failureOf(turn.result), 'TurnLost', /Start a new session/);
    expectAdvice(await failureOf(session.end()), 'ProcessError', /Look for who sent the signal/);
  });
});

describe('stopping during the start', () => {
  it('by closing a query leaves nothing', async () => {
    const cli = actorCli({ initialize: [], stays: true }, { timeouts, mode: 'session' });
    const asked = query('Hello', { mode: 'oneShot', ...cli.options });
    const initialization = failureOf(asked.initialization);
    const operation = failureOf(asked.setModel('opus'));
    await within('close()', asked.close());
    expect(await within('the end', asked.next())).toMatchObject({ done: true });
    expectAdvice(await initialization, 'SessionStopped', /Start a new session/);
    expectAdvice(await operation, 'SessionNotInitialized', /Start a new session/);
    await until('the CLI to be gone', cli.isGone);
  });
});

describe('an actor that is stopped from outside', () => {
  it('takes its process with it', async () => {
    const { session, cli } = await start({ ...deaf, message: [hello] }, { timeouts });
    const turn = session.send('Hello');
    session.actor.stop();
    const error = await failureOf(turn.result);
    expectAdvice(error, 'SessionStopped', /Start a new session/);
    expect(error.message).toContain('the message will not be answered');
    await until('the CLI to be gone', cli.isGone);
    await within('stop()', session.stop());
  });
});
