import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Runs, runPrograms } from '../../support/runPrograms.js';

// Jest takes every unhandled rejection itself, so these are programs of their own.
const applications = {
  'nobody takes': "void session.send(text).result.then(() => {}); return 'sent';",
  'nobody handles, and that is not from the library': `
    session.send(text).result.catch(() => { throw new TypeError('no such room'); });
    return 'sent';`,
  'somebody takes': "session.send(text).result.catch(() => {}); return 'sent';",
};

const program = (send: string) => `
  import { startSession } from 'claude-actors';
  import { PathFailure, sessionModel } from 'claude-actors/testing';

  const path = {
    name: 'a message is lost',
    steps: ['cli starts', 'cli accepts the handshake', 'app sends a message', 'cli exits with 1'],
  };
  const driver = {
    start: (options) => startSession({ options }),
    send(session, text) { ${send} },
    close: (session) => session.stop(),
  };
  const told = await sessionModel.run(path, driver).then(
    () => 'survived',
    (error) => (error instanceof PathFailure ? \`step \${error.step}: \${error.message}\` : error),
  );
  console.log(told, process.listenerCount('unhandledRejection'));
`;

type Name = keyof typeof applications;
let runs: Runs<Name>;

beforeAll(() => {
  runs = runPrograms(Object.keys(applications) as Name[], (name, home) => {
    const file = join(home, 'program.mjs');
    writeFileSync(file, program(applications[name]));
    return { file };
  });
}, 60_000);
afterAll(() => runs.remove(), 60_000);

describe('a rejection that', () => {
  it.each<[Name, RegExp]>([
    ['nobody takes', /^step 4: A promise was rejected and nobody handled it: .*\n(.*\n)*.* 0\n$/],
    [
      'nobody handles, and that is not from the library',
      /^step 4: A promise was rejected and nobody handled it: TypeError: no such room\n/,
    ],
    ['somebody takes', /^survived 0\n$/],
  ])('%s', async (name, told) => {
    const { code, stdout, stderr } = await runs.outcome(name);
    expect(stdout).toMatch(told);
    expect([code, stderr]).toEqual([0, '']);
  });
});
