import type { Config } from 'jest';

const shared: Config = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  // Sources import each other as `./x.js`, the name that Node will see after the build.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  setupFilesAfterEnv: ['<rootDir>/test/support/noOrphans.ts'],
  // Types are checked by `npm run typecheck`; here they are only stripped.
  transform: { '^.+\\.ts$': ['ts-jest', { useESM: true, diagnostics: false }] },
};

/** `test` needs nothing but Node; `live` runs the real CLI against a Messages API on loopback. */
const config: Config = {
  projects: [
    {
      ...shared,
      displayName: 'test',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['<rootDir>/test/live/'],
    },
    { ...shared, displayName: 'live', testMatch: ['<rootDir>/test/live/**/*.test.ts'] },
  ],
};

export default config;
