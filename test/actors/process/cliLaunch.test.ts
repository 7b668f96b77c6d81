import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { userCallbacks } from '../../../src/actors/callbacks/userCallbacks.js';
import {
  type CliPlan,
  planQuery,
  planSession,
  planWarmQuery,
} from '../../../src/actors/cliPlan.js';
import { cliLaunch } from '../../../src/actors/process/cliLaunch.js';
import { Launch } from '../../../src/actors/process/Launch.js';
import type { FoundCli } from '../../../src/ffi/discovery/checkCandidate.js';
import type { Options } from '../../../src/options/types.js';

const directory = mkdtempSync(join(tmpdir(), 'several-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function install(name: string, version?: string): FoundCli {
  const folder = join(directory, name);
  mkdirSync(folder);
  const path = join(folder, 'claude');
  writeFileSync(path, '#!/bin/sh\n', { mode: 0o755 });
  const manifest = { name: '@anthropic-ai/claude-code', version };
  if (version) writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  return { path, realPath: path, source: 'PATH' };
}

describe('the warning SeveralClis', () => {
  it.each([true, false])('lists the versions; without a check: %s', async (skipVersionCheck) => {
    const [found, other, unknown] = [
      install(`used ${skipVersionCheck}`, '2.1.325'),
      install(`old ${skipVersionCheck}`, '2.0.1'),
      install(`unknown ${skipVersionCheck}`),
    ];
    const launch = cliLaunch({
      mode: 'session',
      args: [],
      callbacks: userCallbacks({}),
      skipVersionCheck,
      discover: () => ({ found, others: [other, unknown], trace: [] }),
    });
    const verdict = await Launch.planOf(launch).checkVersion(new AbortController().signal);
    expect(verdict).toMatchObject({
      kind: 'accepted',
      warnings: [
        {
          code: 'SeveralClis',
          message: `Several installations of Claude Code were found. ${found.path} (2.1.325) is used, not ${other.path} (2.0.1), ${unknown.path} (unknown version). Choose one with \`pathToClaudeCodeExecutable\`.`,
          context: {
            used: { path: found.path, version: '2.1.325' },
            unused: [{ version: '2.0.1' }, { version: undefined }],
          },
        },
      ],
    });
  });
});

describe('a CLI that runs tools at the end of its stdin', () => {
  it.each([
    { version: '2.1.197', hasHooks: true, held: true },
    { version: '2.1.207', hasHooks: true, held: true },
    { version: '2.1.208', hasHooks: true, held: undefined },
    { version: '2.1.325', hasHooks: true, held: undefined },
    { version: '2.1.197', hasHooks: false, held: undefined },
  ])('has its stdin held open: $version, hooks: $hasHooks', async ({ version, hasHooks, held }) => {
    const found = install(`held ${version} ${hasHooks}`, version);
    const discover = () => ({ found, others: [], trace: [] });
    const callbacks = userCallbacks({});
    const launch = cliLaunch({ mode: 'session', args: [], callbacks, discover, hasHooks });
    const plan = Launch.planOf(launch);
    await plan.checkVersion(new AbortController().signal);
    expect(plan.command().holdStdin).toBe(held);
  });

  it('may be one of unknown version', () => {
    const found = install('held unknown');
    const discover = () => ({ found, others: [], trace: [] });
    const all = { mode: 'session', args: [], callbacks: userCallbacks({}), discover } as const;
    const launch = cliLaunch({ ...all, hasHooks: true, skipVersionCheck: true });
    expect(Launch.planOf(launch).command().holdStdin).toBe(true);
  });
});

describe('what plans a CLI', () => {
  const found = install('planned');
  const base = { pathToClaudeCodeExecutable: found.path, skipVersionCheck: true };
  const held = (plan: CliPlan) => Launch.planOf(plan.launch).command().holdStdin;

  it.each<[string, (options: Options) => CliPlan]>([
    ['a session', planSession],
    ['a query', (options) => planQuery('Go', options)],
    ['a query that is started early', planWarmQuery],
  ])('says whether it has hooks: %s', (_, plan) => {
    expect(held(plan({ ...base, hooks: { PreToolUse: [{ hooks: [() => ({})] }] } }))).toBe(true);
    expect(held(plan({ ...base, canUseTool: async () => ({ behavior: 'allow' }) }))).toBe(
      undefined,
    );
  });
});
