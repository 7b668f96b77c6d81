import { expect, it } from '@jest/globals';
import { createSession, startSession } from '../src/index.js';
import { fakeCli, simulatedClock } from '../src/testing/index.js';

const port = () => fakeCli().port;

it('shows the first states of a session', async () => {
  const session = createSession({ options: { port: port() } });
  const states: string[] = [session.state];
  session.on('stateChanged', ({ state }) => states.push(state));
  expect(session.sessionId).toMatch(/^[\da-f-]{36}$/);
  const turn = session.send('Hi');
  await session.ready;
  expect((await turn.result).session_id).toBe(session.sessionId);
  await session.end();
  expect(states).toEqual(['starting', 'initSent', 'running', 'stopping', 'stopped']);
});

it('leaves no rejection unhandled if nobody awaits `ready`', async () => {
  const session = createSession({ options: { signal: AbortSignal.abort(), port: port() } });
  await session.stop();
  await expect(session.ready).rejects.toMatchObject({ code: 'Aborted' });
});

it('throws at once for a wrong option', () => {
  expect(() => createSession({ options: { maxTurns: 'x' } as never })).toThrow('maxTurns');
});

it('keeps the id of the conversation that it resumes, and chooses one for a fork', async () => {
  const resume = '11111111-1111-4111-8111-111111111111';
  const start = async (options: object) => {
    const session = await startSession({ options: { port: port(), ...options } });
    const { sessionId } = session;
    await session.stop();
    return sessionId;
  };
  expect(await start({ resume })).toBe(resume);
  expect(await start({ resume: 'A title' })).toBeUndefined();
  expect(await start({ continue: true })).toBeUndefined();
  expect(await start({ extraArgs: { resume } })).toBeUndefined();
  const fork = await start({ resume, forkSession: true });
  expect(fork).toMatch(/^[\da-f-]{36}$/);
  expect(fork).not.toBe(resume);
});

it('stops a session that does not end in time', async () => {
  const clock = simulatedClock();
  const warnings: string[] = [];
  const session = await startSession({
    options: {
      port: fakeCli({ turns: [[{ wait: 1_000_000 }]] }, { clock }).port,
      clock,
      onWarning: ({ code }) => warnings.push(code),
    },
  });
  const turn = session.send('Take your time');
  const ended = session.end({ timeoutMs: 5_000 });
  clock.increment(4_999);
  expect(session.state).toBe('running');
  clock.increment(1);
  clock.increment(60_000);
  await ended;
  await expect(turn.result).rejects.toMatchObject({ code: 'TurnLost' });
  expect(warnings).toContain('EndTimedOut');
  await expect(session.end({ timeoutMs: -1 })).rejects.toMatchObject({ code: 'InvalidOption' });
});

it('shows its label in logs, metrics and inspectors', async () => {
  const lines: unknown[] = [];
  const labels = new Set<unknown>();
  const log = (fields: unknown) => lines.push(fields);
  const note = (_: string, __: number, given: { label?: unknown }) => labels.add(given.label);
  const session = await startSession({
    options: {
      port: port(),
      label: 'ann',
      logger: { debug: log, info: log, warn: log, error: log },
      metrics: { count: note, gauge: note, duration: note },
    },
  });
  expect(session.label).toBe('ann');
  expect(session.actor.id).toBe('ann');
  await session.end();
  expect(lines.length).toBeGreaterThan(3);
  expect(lines).toEqual(lines.map(() => expect.objectContaining({ label: 'ann' })));
  expect([...labels]).toEqual(['ann']);
});
