import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, it, jest } from '@jest/globals';
import type { Options } from '../../src/index.js';
import { buildSources } from '../support/buildSources.js';
import { cliFixture } from '../support/startCli.js';
import type { Random } from './fixtures/Random.mjs';
import { AttackedRun } from './support/AttackedRun.js';
import { attack } from './support/attack.js';
import { over } from './support/models.js';
import { Program } from './support/Program.js';

jest.setTimeout(3_600_000);
const build = buildSources();
afterAll(() => build.remove());

const program = join(import.meta.dirname, 'fixtures/stressed.mjs');
const modules = { module: build.url('index.js'), testing: build.url('testing/index.js') };

/** A CLI that follows a script, and needs few descriptors of its own. */
function scripted(run: AttackedRun): Options {
  const options = run.options(cliFixture('actor.mjs'), { skipVersionCheck: true });
  return { ...options, env: { ...options.env, NOTES: join(run.box.home, 'notes') } };
}

async function exhaustDescriptors(random: Random): Promise<string[]> {
  const run = await AttackedRun.begin(random, () => () => over);
  const free = random.below(16);
  try {
    const plan = { ...modules, stress: 'descriptors', free, options: scripted(run) };
    const limits = ['/bin/sh', '-c', 'ulimit -n 128; exec "$0" "$@"'];
    const exhausted = new Program(run, program, plan, limits);
    const problems = [...(await exhausted.problems()), ...(await run.leftovers())];
    return problems.map((problem) => `${problem} (${free} left)`);
  } finally {
    await run.close();
  }
}

/** Root has no limit of processes, so root needs another user for this. */
const isRoot = process.getuid?.() === 0;
const otherUser = 64_321;

async function exhaustProcesses(random: Random, number: number): Promise<string[]> {
  const run = await AttackedRun.begin(random, () => () => over);
  // Each has a number of its own: the limit counts all processes of a user.
  const user = otherUser + (number % 1000);
  const asUser = isRoot
    ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups']
    : ['env'];
  try {
    if (isRoot) giveTo(user, run);
    const plan = { ...modules, stress: 'processes', options: scripted(run) };
    const exhausted = new Program(run, program, plan, asUser);
    const limit = (most: number) => {
      const [command = '', ...args] = [...asUser, 'prlimit'];
      execFileSync(command, [...args, `--pid=${exhausted.pid}`, `--nproc=${most}:`]);
    };
    await exhausted.says('ready');
    limit(1);
    exhausted.tell('go');
    await exhausted.says('ready', 2);
    limit(200);
    exhausted.tell('go');
    return [...(await exhausted.problems()), ...(await run.leftovers())];
  } finally {
    await run.close();
  }
}

function giveTo(user: number, { box, temporary }: AttackedRun): void {
  chmodSync(dirname(dirname(fileURLToPath(modules.module))), 0o755);
  chmodSync(dirname(box.home), 0o755);
  for (const folder of [box.home, box.cwd, temporary]) chownSync(folder, user, user);
}

describe('a program without descriptors or processes', () => {
  it('fails with an error of ours, and goes on later: descriptors', async () => {
    await attack({ name: 'descriptors exhausted', cli: 'scripted' }, exhaustDescriptors);
  });

  it('fails with an error of ours, and goes on later: processes', async () => {
    await attack({ name: 'processes exhausted', cli: 'scripted' }, exhaustProcesses);
  });
});
