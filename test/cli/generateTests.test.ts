import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { runCommandLine } from '../../src/cli/commandLine.js';
import { sessionModel } from '../../src/testing/model/session/sessionModel.js';
import { memoryHost } from './support/memoryHost.js';

// The charts are explored when paths are first asked for: seconds, on a busy machine.
jest.setTimeout(60_000);

let out = '';
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'claude-actors-lives-'));
});
afterEach(() => rmSync(out, { recursive: true, force: true }));

const written = (name: string) => readFileSync(join(out, name), 'utf8');

async function generate(...args: string[]) {
  const host = memoryHost();
  const code = await runCommandLine(['generate-tests', ...args], host);
  return { code, out: host.out(), err: host.err() };
}

describe('claude-actors generate-tests', () => {
  it.each([
    ['jest', '@jest/globals', 'NODE_OPTIONS=--experimental-vm-modules npx jest'],
    ['vitest', 'vitest', 'npx vitest run'],
    ['node', 'node:test', 'node --test'],
  ])('writes tests for %s, and says what it did', async (runner, source, command) => {
    const { code, out: told } = await generate('--out', out, '--runner', runner);
    expect(code).toBe(0);
    const tests = written('session.lives.test.mjs');
    expect(tests).toContain(`import { test } from '${source}';`);
    const paths = sessionModel.paths();
    expect(tests.match(/^life\(/gm)).toHaveLength(paths.length);
    expect(told).toContain(`written, ${paths.length} lives, 78 of 78 transitions`);
    expect(told).toContain('session.driver.mjs: written; fill it in');
    expect(told).toContain(`Run them: ${command}`);
  });

  it('writes those of the other machine, and of another cover', async () => {
    const args = ['--out', out, '--runner', 'node', '--machine', 'query', '--cover', 'states'];
    expect((await generate(...args)).code).toBe(0);
    expect(written('query.lives.test.mjs')).toContain('queryModel.run(path, driver)');
    expect(written('query.driver.mjs')).toContain('outcome(app)');
  });

  it('never writes over a driver, nor over a test that is not its own', async () => {
    writeFileSync(join(out, 'session.driver.mjs'), 'export const driver = mine;\n');
    writeFileSync(join(out, 'query.lives.test.mjs'), "test('mine', () => {});\n");
    const first = await generate('--out', out, '--runner', 'node');
    expect(first.out).toContain('session.driver.mjs: kept, as it is yours');
    expect(written('session.driver.mjs')).toBe('export const driver = mine;\n');
    expect((await generate('--out', out, '--runner', 'vitest')).code).toBe(0);
    expect(written('session.lives.test.mjs')).toContain("from 'vitest'");
    const other = await generate('--out', out, '--runner', 'node', '--machine', 'query');
    expect(other.code).toBe(2);
    expect(other.err).toContain('was not made by this command');
    expect(written('query.lives.test.mjs')).toContain('mine');
  });

  it.each([
    [['--runner', 'node'], 'Say where to write the tests: --out <directory>.'],
    [['--out', 'x'], 'Say --runner: one of jest, vitest, node.'],
    [['--out', 'x', '--runner', 'jset'], 'Did you mean `jest`?'],
    [
      ['--out', 'x', '--runner', 'node', '--cover', 'all'],
      'It is one of states, transitions, pairs.',
    ],
    [['--out', 'x', '--runner', 'node', '--machine', 'turn'], 'It is one of session, query.'],
    [['--out', '/dev/stdin/x', '--runner', 'node'], 'cannot be written to'],
    [['x', '--runner', 'node'], 'Leave "x" out'],
  ])('refuses %j', async (args, why) => {
    const { code, err } = await generate(...args);
    expect(code).toBe(2);
    expect(err).toContain(why);
  });

  it('is what made the tests of the example', async () => {
    await generate('--out', out, '--runner', 'node');
    const example = new URL('../../examples/chat-server/session.lives.test.mjs', import.meta.url);
    expect(readFileSync(example, 'utf8')).toBe(written('session.lives.test.mjs'));
  });
});
