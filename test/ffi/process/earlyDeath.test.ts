import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { buildSources } from '../../support/buildSources.js';
import { endProcesses, isAlive } from '../../support/processes.js';
import { parentFixture, smallEnv } from '../../support/startCli.js';
import { until } from '../../support/until.js';

// Real processes on a busy machine take their time.
jest.setTimeout(60_000);

const build = buildSources();
const folder = mkdtempSync(join(tmpdir(), 'claude-actors-early-'));
afterAll(() => {
  build.remove();
  rmSync(folder, { recursive: true });
});

let count = 0;

/** Runs a program whose CLI kills it at once, and waits for the end of that CLI. */
async function dieEarly(signal: string, guard: boolean): Promise<void> {
  count += 1;
  const note = join(folder, `cli-${count}`);
  const port = build.url('ffi/process/spawnPort.js');
  const config = JSON.stringify({ port, guard, signal, note });
  const program = spawn(process.execPath, [parentFixture('earlyDeath.mjs'), config], {
    env: smallEnv,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, killedBy] = await once(program, 'exit');
  expect(killedBy).toBe(`SIG${signal}`);
  // It may have been killed before it could say who it is.
  const born = await until('the CLI', () => existsSync(note), 500).catch(() => false);
  if (!born) return;
  const cli = Number(readFileSync(note, 'utf8'));
  try {
    await until('the CLI to go', () => !isAlive(cli), 5_000);
  } finally {
    endProcesses([cli]);
  }
}

describe('a program that is ended in the first moment of its CLI', () => {
  const rounds = Array.from({ length: 5 }, (_, index) => index);

  it.each(['KILL', 'TERM', 'INT', 'HUP'])('by SIG%s takes the CLI along', async (signal) => {
    await Promise.all(rounds.map(() => dieEarly(signal, true)));
  });

  it.each(['TERM', 'INT', 'HUP'])('by SIG%s does so without a guard', async (signal) => {
    await Promise.all(rounds.map(() => dieEarly(signal, false)));
  });
});
