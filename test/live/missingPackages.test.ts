import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const project = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'claude-actors-offline-'));

beforeAll(() => {
  mkdirSync(join(folder, 'bin'));
  const npm = join(folder, 'bin', 'npm');
  writeFileSync(npm, '#!/bin/sh\necho "the registry is away" >&2\nexit 1\n');
  chmodSync(npm, 0o755);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a file of live tests without a registry: npm installs nothing. */
function runOffline(file: string, env: Record<string, string>, ...more: string[]) {
  const jest = join(project, 'node_modules/jest/bin/jest.js');
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      '--experimental-vm-modules',
      jest,
      '--selectProjects',
      'live',
      '--no-watchman',
      '-w',
      '1',
      `test/live/${file}`,
      ...more,
    ],
    {
      cwd: project,
      encoding: 'utf8',
      timeout: 100_000,
      env: {
        PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
        HOME: folder,
        NO_COLOR: '1',
        CLAUDE_ACTORS_CLI_CACHE: join(folder, 'cache'),
        ...env,
      },
    },
  );
  return { status, said: stderr };
}

/** A small file of scenarios, without those of the simulated CLI. */
const scenarios = (env: Record<string, string>) =>
  runOffline('noResult.test.ts', env, '-t', 'real CLI');

const generated = (env: Record<string, string>) => runOffline('generatedTests.test.ts', env);

describe('if a CLI cannot be installed', () => {
  it('its scenarios are left out with a message on a developer’s machine', () => {
    const { status, said } = scenarios({});
    expect(said).toMatch(/Left out: .* on the real CLI 2\.1\.197\. .*could not be installed/);
    expect(said).toMatch(/Left out: .* on the real CLI 2\.1\.325\. .*could not be installed/);
    expect(status).toBe(0);
  }, 120_000);

  it.each(['CI', 'CLAUDE_ACTORS_REQUIRE_CLI'])(
    'they fail with %s',
    (name) => {
      const { status, said } = scenarios({ [name]: '1' });
      expect(said).toMatch(/the CLI is there.*could not be installed.*the registry is away/s);
      expect(said).toMatch(/^Tests: +2 failed, 2 skipped, 4 total$/m);
      expect(status).toBe(1);
    },
    120_000,
  );
});

describe('if the runners of generated tests cannot be installed', () => {
  it('their tests are left out with a message on a developer’s machine', () => {
    const { status, said } = generated({});
    expect(said).toMatch(/Left out: generated tests.* jest and vitest could not be installed/);
    expect(said).toMatch(/^Tests: +3 skipped, 3 total$/m);
    expect(status).toBe(0);
  }, 120_000);

  it.each(['CI', 'CLAUDE_ACTORS_REQUIRE_CLI'])(
    'they fail with %s',
    (name) => {
      const { status, said } = generated({ [name]: '1' });
      expect(said).toMatch(/the runners are there.*could not be installed.*the registry is away/s);
      expect(said).toMatch(/^Tests: +1 failed, 1 total$/m);
      expect(status).toBe(1);
    },
    120_000,
  );
});
