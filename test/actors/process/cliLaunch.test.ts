import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { userCallbacks } from '../../../src/actors/callbacks/userCallbacks.js';
import { cliLaunch } from '../../../src/actors/process/cliLaunch.js';
import { Launch } from '../../../src/actors/process/Launch.js';
import type { FoundCli } from '../../../src/ffi/discovery/checkCandidate.js';

const directory = mkdtempSync(join(tmpdir(), 'several-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function install(name: string, version?: string): FoundCli {
  const folder = join(directory, name);
  mkdirSync(folder);
  const path = join(folder, 'claude');
  writeFileSync(path, '#!/bin/sh\n');
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
