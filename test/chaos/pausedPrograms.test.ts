import { join } from 'node:path';
import { afterAll, it, jest } from '@jest/globals';
import { buildSources } from '../support/buildSources.js';
import { bypass } from '../support/liveCli.js';
import type { Random } from './fixtures/Random.mjs';
import { AttackedRun } from './support/AttackedRun.js';
import { attack, times } from './support/attack.js';
import { describeClis } from './support/describeClis.js';
import { bash, over } from './support/models.js';
import { Program } from './support/Program.js';

jest.setTimeout(3_600_000);
const build = buildSources();
afterAll(() => build.remove());

const program = join(import.meta.dirname, 'fixtures/stressed.mjs');
const moments = ['start', 'send', 'streaming', 'hook', 'operation', 'ending'] as const;
/** Longer than the library waits for a pipe or a short operation. */
const pauseMs = 6_000;

async function pauseProgram(
  random: Random,
  path: string,
  stress: 'busy' | 'frozen',
  moment: string,
): Promise<string[]> {
  const run = await AttackedRun.begin(random, () => bash('true', over));
  try {
    const modules = { module: build.url('index.js'), testing: build.url('testing/index.js') };
    const options = run.options(path, bypass);
    const paused = new Program(run, program, { ...modules, stress, moment, pauseMs, options });
    await paused.says('paused');
    if (stress === 'frozen') {
      await new Promise((resolve) => setTimeout(resolve, random.between(0, 20)));
      paused.kill('SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      paused.kill('SIGCONT');
    }
    const problems = [...(await paused.problems()), ...(await run.leftovers())];
    return problems.map((problem) => `${problem} (${moment})`);
  } finally {
    await run.close();
  }
}

describeClis('a program that stands still for six seconds', ({ version, path }) => {
  it.each(['frozen', 'busy'] as const)('loses nothing: %s', async (stress) => {
    const attackOf = { name: `program ${stress} for 6 s`, cli: version, lanes: 3 };
    await attack({ ...attackOf, times: Math.ceil(times * 0.3) }, (random) =>
      pauseProgram(random, path, stress, random.pick(moments)),
    );
  });
});
