import { strict as assert } from 'node:assert';
import { describe, expect, it, jest } from '@jest/globals';
import type { Session } from '../../../src/Session.js';
import { startSession } from '../../../src/startSession.js';
import { PathFailure } from '../../../src/testing/model/run/PathFailure.js';
import type { SessionDriver } from '../../../src/testing/model/session/sessionDriver.js';
import { type SessionPath, sessionModel } from '../../../src/testing/model/session/sessionModel.js';
import { deferred } from '../../../src/util/deferred.js';
import { type PlainSession, plainSession } from './plainSession.js';

// Exploring the charts for the first paths takes seconds on a busy machine.
jest.setTimeout(60_000);

const answered: SessionPath = {
  name: 'a message is answered',
  steps: ['cli starts', 'cli accepts the handshake', 'app sends a message', 'cli answers'],
};
const lost: SessionPath = {
  name: 'a message is lost',
  steps: ['cli starts', 'cli accepts the handshake', 'app sends a message', 'cli exits with 1'],
};
const asking: SessionPath = {
  name: 'a permission is asked for',
  steps: [
    'cli starts',
    'cli accepts the handshake',
    'app sends a message',
    'cli asks for permission',
    'app allows',
    'cli answers',
  ],
};

const forever = () => new Promise<never>(() => {});

/** What the kit says of an application that differs from the plain one in this. */
async function said(
  change: Partial<SessionDriver<PlainSession>>,
  path: SessionPath = answered,
): Promise<string> {
  const run = sessionModel.run(path, { ...plainSession, ...change, patienceMs: 200 });
  const error = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof PathFailure, `${error}`);
  return error.message;
}

describe('a path fails, and says why, if the application', () => {
  it('never answers the sender of a message', async () => {
    const hangs = {
      send: (app: PlainSession, text: string) => app.session.send(text).result.catch(forever),
    };
    expect(await sessionModel.run(answered, { ...plainSession, ...hangs })).toMatchObject({
      states: ['starting', 'initSent', 'running', 'stopping', 'stopped'],
    });
    const message = await said(hangs, lost);
    expect(message).toContain('"app sends a message" (step 3) has never settled');
    expect(message).toContain('  →  3. app sends a message\n     4. cli exits with 1');
    expect(message).toContain('states: starting → initSent → running → stopping → failed');
  });

  it('fails with an error of its own', async () => {
    const message = await said({
      send: () => {
        throw new TypeError('no such room');
      },
    });
    expect(message).toContain(
      '"app sends a message" failed with an error of its own: TypeError: no such room',
    );
  });

  it('but not if it passes on an error of the library, also as a cause', async () => {
    const send = async ({ session }: PlainSession, text: string) => {
      await session.send(text).result.catch((cause: unknown) => {
        throw new Error('500', { cause });
      });
    };
    const report = await sessionModel.run(lost, { ...plainSession, send });
    expect(report.states.at(-1)).toBe('failed');
  });

  it('does not pass on the options', async () => {
    expect(await said({ start: () => ({}) as PlainSession })).toContain(
      '`start` has not started a CLI',
    );
    const start = ({ port, clock }: Parameters<typeof plainSession.start>[0]) =>
      plainSession.start({ port, clock });
    expect(await said({ start })).toContain('the option `inspect` has not reached it');
  });

  it('never starts', async () => {
    const start = (options: Parameters<typeof plainSession.start>[0]) => {
      void plainSession.start(options);
      return forever();
    };
    expect(await said({ start })).toContain('`start` has not settled 200 ms after the end');
  });

  it('starts too late, and closes it anyway', async () => {
    const ready = deferred<void>();
    const closed = deferred<PlainSession>();
    const message = await said({
      start: (options) => ready.promise.then(() => plainSession.start(options)),
      close: async (app) => {
        await app.session.stop();
        closed.resolve(app);
      },
    });
    expect(message).toContain('`start` has not started a CLI within 200 ms');
    ready.resolve();
    expect((await closed.promise).session.state).toMatch(/^(stopped|failed)$/);
  });

  it('starts new CLIs forever, without waiting for them', async () => {
    const most = 10_000;
    let tries = 0;
    const start = async ({ inspect: _, ...options }: Parameters<typeof plainSession.start>[0]) => {
      for (;;) {
        try {
          return { session: await startSession({ options }) };
        } catch (error) {
          tries += 1;
          if (tries >= most) throw error;
        }
      }
    };
    expect(await said({ start })).toContain('the option `inspect` has not reached it');
    expect(tries).toBeLessThan(most);
    tries = most;
  });

  it('cannot start', async () => {
    const start = () => {
      throw new RangeError('no port is free');
    };
    expect(await said({ start })).toContain('"start" failed with an error of its own: RangeError');
  });

  it('never finishes closing, or leaves its CLI running', async () => {
    expect(await said({ close: forever })).toContain('`close` has not settled after 200 ms');
    expect(await said({ close: () => {} })).toContain('1 of 1 CLI processes are left');
  });

  it('fails the check of a state', async () => {
    const waiting = 'running.turn.requiresAction';
    const message = await said(
      { states: { [waiting]: () => assert.equal('typing…', 'Please decide') } },
      asking,
    );
    expect(message).toContain(`The check for the state \`${waiting}\` fails`);
    expect(message).toContain('→  4. cli asks for permission');
    expect(await said({ states: { running: forever } })).toContain('it does not settle');
  });

  it('but waits until a slow application passes its check', async () => {
    let looks = 0;
    const states = {
      failed: () => {
        looks += 1;
        assert.ok(looks > 5);
      },
    };
    await sessionModel.run(lost, { ...plainSession, states });
    expect(looks).toBeGreaterThan(5);
  });

  it('is given an unknown step', async () => {
    const path = { name: 'x', steps: ['cli start'] } as unknown as SessionPath;
    await expect(sessionModel.run(path, plainSession)).rejects.toMatchObject({
      code: 'InvalidOption',
      message: expect.stringContaining('Did you mean `cli starts`?'),
    });
  });
});

describe('an application that acts on its own', () => {
  it('may start a new CLI when one dies, and the new one behaves well', async () => {
    const sessions: Promise<Session>[] = [];
    const report = await sessionModel.run(lost, {
      async start(options) {
        const begin = () => {
          const session = startSession({ options });
          sessions.push(session);
          return session;
        };
        const session = await begin();
        session.on('failed', () => void begin());
        return sessions;
      },
      send: async (app, text) => (await app.at(-1))?.send(text).result,
      close: async (app) => {
        for (const session of app) await (await session).stop();
      },
    });
    expect(report.states.at(-1)).toBe('failed');
    expect(sessions).toHaveLength(2);
  });

  it('may start only when its session runs: earlier calls wait', async () => {
    const path: SessionPath = {
      name: 'early',
      steps: ['app sends a message', 'cli starts', 'cli accepts the handshake', 'cli answers'],
    };
    const { states } = await sessionModel.run(path, {
      start: (options) => startSession({ options }),
      send: (session, text) => session.send(text).result,
      close: (session) => session.stop(),
    });
    expect(states).toEqual(['starting', 'initSent', 'running', 'stopping', 'stopped']);
    const refused: SessionPath = {
      name: 'refused',
      steps: ['cli starts', 'app sends a message', 'cli refuses the handshake'],
    };
    const report = await sessionModel.run(refused, {
      start: (options) => startSession({ options }),
      send: (session, text) => session.send(text).result,
      close: (session) => session.stop(),
    });
    expect(report.states.at(-1)).toBe('failed');
  });

  it('may depart from the path, which skips the steps that can no longer happen', async () => {
    const start = (options: Parameters<typeof plainSession.start>[0]) => {
      const app = plainSession.start(options);
      app.session.on('turn', () => void app.session.stop());
      return app;
    };
    const report = await sessionModel.run(asking, { ...plainSession, start });
    expect(report.skipped).toContain('5. app allows');
    expect(report.departures.length).toBeGreaterThan(0);
  });

  it('can be played many paths at the same time', async () => {
    const paths = sessionModel.paths({ cover: 'states' });
    const reports = await Promise.all(paths.map((path) => sessionModel.run(path, plainSession)));
    for (const report of reports) expect(report.departures).toEqual([]);
  });
});
