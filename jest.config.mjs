import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `npm run test:xstate` runs tests on another XState than the installed one, from this folder. */
const otherXState = process.env.CLAUDE_ACTORS_XSTATE;

/** @type {import('jest').Config} */
const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  // Sources import each other as `./x.js`, the name that Node will see after the build.
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    ...(otherXState && xstateModules(otherXState)),
  },
  setupFilesAfterEnv: ['<rootDir>/test/support/noOrphans.ts'],
  // Types are checked by `npm run typecheck`; here they are only stripped.
  transform: { '^.+\\.ts$': ['ts-jest', { useESM: true, diagnostics: false }] },
};

/**
 * `test` needs nothing but Node; `browser` opens pages in chromium; `live` and `chaos` run the real CLI against an API on loopback;
 * `fleet` starts a Redis and a PostgreSQL.
 *
 * @type {import('jest').Config}
 */
const config = {
  // A worker keeps what its test files leave behind; a heap of gigabytes makes every test slow.
  workerIdleMemoryLimit: '2GB',
  maxWorkers: '100%',
  // Jest's five seconds are too few on a machine with more work than cores.
  testTimeout: 30_000,
  testSequencer: '<rootDir>/test/support/slowestFirst.mjs',
  projects: [
    {
      ...shared,
      displayName: 'test',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: [
        '<rootDir>/test/browser/',
        '<rootDir>/test/live/',
        '<rootDir>/test/chaos/',
        '<rootDir>/test/programs/',
        '<rootDir>/test/services/',
      ],
    },
    {
      ...shared,
      displayName: 'browser',
      testMatch: ['<rootDir>/test/browser/*.test.ts'],
    },
    {
      ...shared,
      displayName: 'live',
      globalSetup: '<rootDir>/test/support/installCli.ts',
      testMatch: ['<rootDir>/test/live/**/*.test.ts'],
    },
    {
      ...shared,
      displayName: 'chaos',
      globalSetup: '<rootDir>/test/support/installCli.ts',
      testMatch: ['<rootDir>/test/chaos/*.test.ts'],
    },
    {
      ...shared,
      displayName: 'fleet',
      globalSetup: '<rootDir>/test/services/support/setup.mjs',
      globalTeardown: '<rootDir>/test/services/support/teardown.mjs',
      testMatch: ['<rootDir>/test/services/*.test.ts'],
    },
    {
      ...shared,
      displayName: 'programs',
      globalSetup: '<rootDir>/test/programs/setup.mjs',
      testMatch: ['<rootDir>/test/programs/*.test.ts'],
    },
  ],
};

export default config;

function xstateModules(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return {
    '^xstate$': join(folder, exports['.'].import),
    '^xstate/graph$': join(folder, exports['./graph'].import),
  };
}
