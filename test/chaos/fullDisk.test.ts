import { join } from 'node:path';
import { afterAll, it, jest } from '@jest/globals';
import { buildSources } from '../support/buildSources.js';
import { bypass } from '../support/liveCli.js';
import type { Random } from './fixtures/Random.mjs';
import { AttackedRun } from './support/AttackedRun.js';
import { attack } from './support/attack.js';
import { describeClis } from './support/describeClis.js';
import { bash, over } from './support/models.js';
import { Program } from './support/Program.js';

jest.setTimeout(3_600_000);
const build = buildSources();
afterAll(() => build.remove());

const program = join(import.meta.dirname, 'fixtures/stressed.mjs');
const modules = { module: build.url('index.js'), testing: build.url('testing/index.js') };

async function fillDisk(random: Random, path: string, stress: string): Promise<string[]> {
  const run = await AttackedRun.begin(random, () => bash('true', over));
  try {
    const plan = { ...modules, stress, options: run.options(path, bypass) };
    const problems = await new Program(run, program, plan).problems();
    return [...problems, ...(await run.leftovers())].map((problem) => `${problem} (${stress})`);
  } finally {
    await run.close();
  }
}

describeClis('a full disk', ({ version, path }) => {
  it('loses recordings and stored sessions, but no run', async () => {
    const stresses = ['recording to a full disk', 'a store that rejects', 'a store that throws'];
    await attack({ name: 'full disk', cli: version }, (random, number) =>
      fillDisk(random, path, stresses[number % stresses.length] ?? ''),
    );
  });
});
