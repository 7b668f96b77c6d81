import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { query } from '../../src/Query.js';
import type { Session } from '../../src/Session.js';
import { startSession } from '../../src/startSession.js';
import { assertNothingLeft } from '../../src/testing/assertions.js';
import { type FakeCli, fakeCli } from '../../src/testing/fakeCli.js';
import type { Scenario, StartFailure, Step } from '../../src/testing/scenario.js';
import { simulatedClock, type TestClock } from '../../src/testing/simulatedClock.js';
import { until } from '../support/until.js';

interface Life {
  clock: TestClock;
  cli: FakeCli;
  options: { port: FakeCli['port']; clock: TestClock; onWarning(warning: { code: string }): void };
  warnings: string[];
}

function lifeOf(scenario: Scenario): Life {
  const clock = simulatedClock();
  const cli = fakeCli(scenario, { clock });
  const warnings: string[] = [];
  const onWarning = ({ code }: { code: string }) => warnings.push(code);
  return { clock, cli, warnings, options: { port: cli.port, clock, onWarning } };
}

/** Its outcome within a minute of simulated time. */
async function outcome<T>(work: Promise<T>, clock: TestClock): Promise<T> {
  let isSettled = false;
  const settled = () => {
    isSettled = true;
  };
  work.then(settled, settled);
  for (let passed = 0; passed < 60_000 && !isSettled; passed += 100) {
    await setImmediate();
    if (!isSettled) clock.increment(100);
  }
  // What is left is the transcript, which is read from the disk.
  await until('an end within a minute', () => isSettled);
  return work;
}

/** What one message came to, and what the session was then. */
async function turnOf(steps: Step[], finish: (session: Session) => Promise<unknown>) {
  const life = lifeOf({ turns: [steps] });
  const session = await startSession({ options: life.options });
  const answer = session.send('go').result;
  answer.catch(() => {});
  await setImmediate();
  const ended = finish(session);
  ended.catch(() => {});
  await outcome(Promise.allSettled([answer, ended]), life.clock);
  assertNothingLeft(life.cli);
  return { ...life, session, answer, ended };
}

async function itemsOf({ options, clock, cli }: Life): Promise<unknown[]> {
  const items: unknown[] = [];
  const reading = (async () => {
    for await (const item of query('go', { mode: 'oneShot', ...options }).items()) {
      items.push(item.kind === 'message' ? item.message.type : item);
    }
  })();
  await outcome(reading, clock).catch(({ code }) => items.push(code));
  assertNothingLeft(cli);
  return items;
}

const warning = (code: string) =>
  expect.objectContaining({ kind: 'warning', warning: expect.objectContaining({ code }) });

describe('a CLI that cannot be started', () => {
  it.each<[StartFailure, string]>([
    ['ENOENT', 'CliNotFound'],
    ['EACCES', 'CliNotExecutable'],
    ['ENOEXEC', 'CliWrongArchitecture'],
    ['E2BIG', 'ArgumentTooLong'],
    ['EAGAIN', 'SpawnFailed'],
    ['EMFILE', 'SpawnFailed'],
    ['ENOMEM', 'SpawnFailed'],
    ['ETXTBSY', 'SpawnFailed'],
  ])('with %s is %s, as a session and as a query', async (failsToStart, code) => {
    const life = lifeOf({ faults: { failsToStart } });
    const start = startSession({ options: life.options });
    await expect(outcome(start, life.clock)).rejects.toMatchObject({
      code,
      cause: { code: failsToStart, syscall: 'spawn' },
    });
    expect(await itemsOf(life)).toEqual([code]);
  });
});

describe('a CLI that closes its stdin and keeps running', () => {
  it('answers what it has read; later writes fail, and the session still ends', async () => {
    const life = lifeOf({ turns: [[{ text: 'One.' }, { closeStdin: true }, { text: 'Two.' }]] });
    const session = await startSession({ options: life.options });
    expect(await outcome(session.send('go').result, life.clock)).toMatchObject({ result: 'Two.' });
    const again = outcome(session.send('again').result, life.clock);
    await expect(again).rejects.toMatchObject({ code: 'WriteFailed' });
    const change = outcome(session.setModel('opus'), life.clock);
    await expect(change).rejects.toMatchObject({ code: 'WriteFailed' });
    expect(session.state).toBe('running');
    await outcome(session.end(), life.clock);
    // It never saw the end of its input: SIGTERM ended it.
    expect(life.warnings).toEqual(['NonZeroExit']);
    assertNothingLeft(life.cli);
  });
});

describe('a CLI that closes its stdout and keeps running', () => {
  it('leaves a query that ends without a result', async () => {
    const life = lifeOf({ turns: [[{ text: 'One.' }, { closeStdout: true }, { text: 'Two.' }]] });
    expect(await itemsOf(life)).toEqual(['system', 'assistant', warning('CleanExitNoResult')]);
  });

  it('is ended, since it will never answer, and the turn is lost', async () => {
    const steps = [{ text: 'One.' }, { closeStdout: true as const }, { text: 'Two.' }];
    const { answer, session } = await turnOf(steps, async () => undefined);
    await expect(answer).rejects.toMatchObject({ code: 'TurnLost' });
    await expect(session.end()).rejects.toMatchObject({ code: 'ProcessError' });
    expect(session.state).toBe('failed');
  });

  it('leaves a session that can be stopped, and the turn is lost', async () => {
    const steps = [{ text: 'One.' }, { closeStdout: true as const }, { text: 'Two.' }];
    const { answer, session } = await turnOf(steps, (one) => one.stop());
    await expect(answer).rejects.toMatchObject({ code: 'TurnLost' });
    expect(session.state).toBe('stopped');
  });
});

describe('a CLI that dies in the middle of a line', () => {
  const half: Step = { halfLine: '{"type":"assis' };

  it('loses the turn, and the session says what it could not read', async () => {
    const steps = [{ text: 'One.' }, half, { crash: 'SIGKILL' as const }];
    const { answer, session, ended, warnings } = await turnOf(steps, (one) => one.end());
    await expect(answer).rejects.toMatchObject({ code: 'TurnLost' });
    await expect(ended).rejects.toMatchObject({
      code: 'ProcessError',
      details: { signal: 'SIGKILL' },
    });
    expect(session.state).toBe('failed');
    expect(warnings).toEqual(['UndecodableLine']);
  });

  it('fails a query by its signal, and after a clean exit only warns', async () => {
    const killed = lifeOf({ turns: [[{ text: 'One.' }, half, { crash: 'SIGKILL' }]] });
    expect(await itemsOf(killed)).toEqual(['system', 'assistant', 'ProcessError']);
    const left = lifeOf({ turns: [[{ text: 'One.' }, half, { exit: 0 }]] });
    expect(await itemsOf(left)).toEqual([
      'system',
      'assistant',
      warning('IncompleteLastLine'),
      warning('CleanExitNoResult'),
    ]);
  });
});

describe('a CLI whose descendant holds its stdout', () => {
  it('does not delay the end of a session or a query', async () => {
    const life = lifeOf({ faults: { holdsStdout: 3_600_000 } });
    const session = await startSession({ options: life.options });
    await outcome(session.send('go').result, life.clock);
    await outcome(session.end(), life.clock);
    expect(session.state).toBe('stopped');
    expect(await itemsOf(life)).toEqual(['system', 'assistant', 'result']);
  });

  it('is not waited for if the output ends earlier', async () => {
    const { clock, options } = lifeOf({ faults: { holdsStdout: 200 } });
    const session = await startSession({ options });
    await outcome(session.end(), clock);
    expect(clock.now()).toBeLessThan(500);
  });
});
