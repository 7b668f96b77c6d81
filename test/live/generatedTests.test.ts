import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { queryModel } from '../../src/testing/model/query/queryModel.js';
import { sessionModel } from '../../src/testing/model/session/sessionModel.js';
import { describeWith } from '../support/describeWith.js';

/** Here and not among the tests that need nothing but Node: the runners come from the registry. */
const project = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'claude-actors-runners-'));
const fresh = join(folder, 'app');

const drivers: Readonly<Record<'session' | 'query', string>> = {
  session: `
    import { startSession } from 'claude-actors';
    const never = () => new Promise(() => {});
    export const driver = {
      async start(options) {
        const app = {};
        const canUseTool = () => new Promise((resolve) => { app.decide = resolve; });
        app.session = await startSession({ options: { ...options, canUseTool } });
        return app;
      },
      close: ({ session }) => session.stop(),
      send: ({ session }, text) => {
        const { result } = session.send(text);
        return process.env.BROKEN ? result.catch(never) : result;
      },
      interrupt: ({ session }) => session.interrupt(),
      allow: ({ decide }) => decide({ behavior: 'allow' }),
      deny: ({ decide }) => decide({ behavior: 'deny', message: 'no' }),
      request: ({ session }, bounds) => session.setModel('sonnet', bounds),
      end: ({ session }) => session.end(),
      stop: ({ session }) => session.stop(),
      patienceMs: process.env.BROKEN ? 200 : 5000,
    };`,
  query: `
    import { query } from 'claude-actors';
    export const driver = {
      start(options) {
        const run = query('Hello', { ...options, mode: 'oneShot' });
        const read = (async () => { for await (const _ of run); })();
        read.catch(() => {});
        return { run, read };
      },
      outcome: ({ read }) => read,
      stop: ({ run }) => run.close(),
      interrupt: ({ run }) => run.interrupt(),
      close: ({ run }) => run.close(),
      patienceMs: 5000,
    };`,
};

const runners = {
  jest: ['node_modules/jest/bin/jest.js', 'jest'],
  vitest: ['node_modules/vitest/vitest.mjs', 'run', 'vitest'],
  node: [
    '--test',
    '--test-reporter=tap',
    'node/session.paths.test.mjs',
    'node/query.paths.test.mjs',
  ],
} as const;

type Runner = keyof typeof runners;

function run(runner: Runner, env: Record<string, string> = {}) {
  const [...args] = runners[runner];
  const { NODE_OPTIONS: _, ...own } = process.env;
  const result = spawnSync(process.execPath, args, {
    cwd: fresh,
    encoding: 'utf8',
    timeout: 100_000,
    env: {
      PATH: own.PATH,
      HOME: folder,
      NO_COLOR: '1',
      ...(runner === 'jest' && { NODE_OPTIONS: '--experimental-vm-modules' }),
      ...env,
    },
  });
  return { status: result.status, said: result.stdout + result.stderr };
}

/** How many passed, as each of the runners says it in the end. */
const passed: Readonly<Record<Runner, RegExp>> = {
  jest: /^Tests: .*?(\d+) passed/m,
  vitest: /^ *Tests .*?(\d+) passed/m,
  node: /^# pass (\d+)$/m,
};

const npm = (args: string[], cwd: string) =>
  execFileSync('npm', [...args, '--loglevel=error'], { cwd, encoding: 'utf8', stdio: 'pipe' });
const install = (...packages: string[]) =>
  npm(['install', ...packages, '--prefer-offline', '--no-audit', '--no-fund'], fresh);

function installRunners(): void {
  mkdirSync(fresh);
  const manifest = { name: 'app', private: true, type: 'commonjs' };
  writeFileSync(join(fresh, 'package.json'), JSON.stringify(manifest));
  try {
    install('jest', 'vitest');
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`jest and vitest could not be installed: ${String(cause)}`, { cause });
  }
}

const paths = sessionModel.paths().length + queryModel.paths().length;

function runInEach(): void {
  beforeAll(() => {
    const packed = npm(['pack', '--pack-destination', folder], project).trim().split('\n');
    install(join(folder, packed.at(-1) as string));
  }, 400_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['jest', 'vitest', 'node'] as const)(
    'run in %s, pass, and find what is broken',
    (runner) => {
      const command = join(fresh, 'node_modules/.bin/claude-actors');
      for (const machine of ['session', 'query'] as const) {
        const args = ['generate-tests', '--out', runner, '--runner', runner, '--machine', machine];
        expect(execFileSync(command, args, { cwd: fresh, encoding: 'utf8' })).toContain(
          'fill it in',
        );
        if (runner === 'node' && machine === 'query') {
          const unfilled = run(runner);
          expect(unfilled.status).toBe(1);
          expect(unfilled.said).toContain('Fill in start() in query.driver.mjs.');
        }
        writeFileSync(join(fresh, runner, `${machine}.driver.mjs`), drivers[machine]);
      }
      const good = run(runner);
      expect({ status: good.status, ...(good.status !== 0 && { said: good.said }) }).toEqual({
        status: 0,
      });
      expect(Number(passed[runner].exec(good.said)?.[1])).toBe(paths);
      const broken = run(runner, { BROKEN: '1' });
      expect(broken.status).toBe(1);
      expect(broken.said).toContain('"app sends a message" (step 3) has never settled');
      expect(broken.said).toContain('4. cli exits');
    },
    300_000,
  );
}

describeWith(
  'generated tests, in a fresh project that has the packed package',
  'the runners are there',
  installRunners,
  runInEach,
);
