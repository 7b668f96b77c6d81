import { expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { Port, ProcessHandle } from '../../src/ffi/process/port.js';
import { ClaudeActorsError, type PooledSession, SessionPool, type Turn } from '../../src/index.js';
import { fakeCli } from '../../src/testing/index.js';

jest.setTimeout(120_000);

const programs = Number(process.env.POOL_PROGRAMS ?? 40);
const keys = ['a', 'b', 'c', 'd', undefined];

/** Follows the processes of sessions: how many live, and how to kill one. */
function watchedPort(port: Port) {
  const live = new Map<ProcessHandle, string>();
  let problem: string | undefined;
  const watched: Port = {
    ...port,
    start(command, listener) {
      const args = command.args.map(String);
      const id = args.find((arg) => /[0-9a-f]{8}(-[0-9a-f]{4}){3}/.test(arg))?.split('=')[1];
      let exited = () => {};
      const handle = port.start(command, {
        ...listener,
        spawned: (pid) => listener.spawned(pid),
        exited(how) {
          exited();
          listener.exited(how);
        },
      });
      if (id === undefined) return handle;
      if ([...live.values()].includes(id)) problem ??= `two processes for ${id}`;
      live.set(handle, id);
      exited = () => void live.delete(handle);
      return handle;
    },
  };
  return { watched, live, problem: () => problem };
}

type Step =
  | { act: 'send' | 'interrupt' | 'park' | 'withdraw'; key: number }
  | { act: 'kill'; process: number }
  | { act: 'wait'; ms: number };

const aKey = fc.integer({ min: 0, max: keys.length - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant('send' as const), key: aKey }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constantFrom('interrupt' as const, 'park' as const, 'withdraw' as const),
      key: aKey,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('kill' as const),
      process: fc.integer({ min: 0, max: 5 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('wait' as const),
      ms: fc.integer({ max: 20, min: 0 }),
    }),
  },
);
const limits = fc.record({
  max: fc.integer({ min: 1, max: 3 }),
  perTenant: fc.integer({ min: 1, max: 3 }),
  warm: fc.integer({ min: 0, max: 2 }),
  idleMs: fc.constantFrom(0, 1, 5, Number.POSITIVE_INFINITY),
});

const expected = new Set(['TurnLost', 'TurnDiscarded', 'SessionStopped', 'PoolDrained']);

it('settles every turn, sends no message twice, and keeps to its limits, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(
      limits,
      fc.array(step, { minLength: 5, maxLength: 40 }),
      fc.constantFrom(0, 1_000),
      async ({ max, perTenant, warm, idleMs }, steps, drainMs) => {
        const cli = fakeCli({ turns: [[{ wait: 3 }, { text: 'Re: {prompt}' }]] });
        const { watched, live, problem } = watchedPort(cli.port);
        const pool = new SessionPool({
          options: { port: watched },
          ...{ max, perTenant, warm, idleMs },
        });
        const sessions: PooledSession[] = [];
        const sessionOf = (index: number): PooledSession => {
          const key = keys[index];
          sessions[index] ??= pool.session(key, { tenant: index % 2 ? 'odd' : '' });
          return sessions[index];
        };
        const outcomes: Promise<string>[] = [];
        const turns: Turn[] = [];
        const send = (index: number) => {
          const text = `message ${turns.length}`;
          const turn = sessionOf(index).send(text);
          turns.push(turn);
          outcomes.push(
            turn.result.then(
              (result) => ('result' in result ? result.result : result.subtype),
              (error: unknown) =>
                error instanceof ClaudeActorsError ? error.code : `odd: ${String(error)}`,
            ),
          );
        };
        const parks: Promise<void>[] = [];
        for (const one of steps) {
          if (one.act === 'wait') await new Promise((resolve) => setTimeout(resolve, one.ms));
          else if (one.act === 'kill') [...live.keys()][one.process]?.kill('SIGKILL');
          else if (one.act === 'send') send(one.key);
          else if (one.act === 'park') parks.push(sessionOf(one.key).park());
          else if (one.act === 'interrupt')
            await sessionOf(one.key)
              .interrupt()
              .catch(() => {});
          else
            await turns
              .at(-1)
              ?.interrupt()
              .catch(() => {});
          expect(live.size).toBeLessThanOrEqual(max);
        }
        const { stopped } = await pool.drain({ timeoutMs: drainMs });
        if (drainMs > 0) expect(stopped).toEqual([]);
        await Promise.all(parks);
        for (const [index, outcome] of (await Promise.all(outcomes)).entries()) {
          const isFine =
            outcome.startsWith('Re: ') ||
            outcome === 'error_during_execution' ||
            expected.has(outcome);
          expect(`${index} ${isFine ? 'fine' : outcome}`).toBe(`${index} fine`);
        }
        const written = cli.processes.flatMap((process) => process.written).join('\n');
        for (const { uuid } of turns) {
          expect(written.split(`"uuid":"${uuid}"`).length).toBeLessThanOrEqual(2);
        }
        expect(problem()).toBeUndefined();
        expect(live.size).toBe(0);
      },
    ),
    { numRuns: programs },
  );
});
