import { AssertionError } from 'node:assert';
import { expect, it } from '@jest/globals';
import { startSession } from '../../src/startSession.js';
import { assertNothingLeft, assertNotRan, assertRan } from '../../src/testing/assertions.js';
import { fakeCli } from '../../src/testing/fakeCli.js';

function messageOf(check: () => void): string {
  try {
    check();
  } catch (error) {
    expect(error).toBeInstanceOf(AssertionError);
    return (error as Error).message;
  }
  throw new Error('it has not thrown');
}

it('check which tools have run, which have not, and what is still running', async () => {
  const cli = fakeCli({ turns: [[{ tool: 'Bash', input: { command: 'ls', timeout: 5 } }]] });
  assertNotRan(cli);
  expect(messageOf(() => assertRan(cli, 'Bash'))).toBe(
    'Bash should have run. Tools that ran:\n  none',
  );
  const session = await startSession({
    options: { port: cli.port, canUseTool: async () => ({ behavior: 'allow' }) },
  });
  await session.send('Look').result;
  assertRan(cli, 'Bash');
  assertRan(cli, 'Bash', { command: 'ls' });
  assertNotRan(cli, 'Bash', { command: 'rm' });
  assertNotRan(cli, 'Write');
  expect(messageOf(() => assertRan(cli, 'Bash', { command: 'rm' }))).toBe(
    'Bash should have run with {"command":"rm"}. Tools that ran:\n  Bash {"command":"ls","timeout":5}',
  );
  expect(messageOf(() => assertNotRan(cli))).toContain('No tool should have run.');
  expect(messageOf(() => assertNotRan(cli, 'Bash'))).toContain('Bash should not have run.');
  expect(messageOf(() => assertNothingLeft(cli))).toContain(
    '1 of 1 CLI processes are still running',
  );
  await session.end();
  assertNothingLeft(cli);
});
