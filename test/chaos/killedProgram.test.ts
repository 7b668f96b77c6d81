import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { buildSources } from '../support/buildSources.js';
import type { AttackedRun } from './support/AttackedRun.js';
import { attack } from './support/attack.js';
import { describeClis } from './support/describeClis.js';
import { causes, killProgram, phases, type Stored } from './support/killProgram.js';
import { storedSession } from './support/storedSession.js';

jest.setTimeout(3_600_000);
const build = buildSources();
afterAll(() => build.remove());

describeClis('a program that is killed', ({ version, path: cliPath }) => {
  const module = build.url('index.js');
  const runs: AttackedRun[] = [];
  let stored: Stored;
  beforeAll(async () => {
    stored = await storedSession(cliPath);
  });

  it.each(Object.keys(phases) as (keyof typeof phases)[])(
    'leaves nothing behind: %s',
    async (phase) => {
      await attack({ name: `program killed: ${phase}`, cli: version }, (random, number) => {
        const cause = causes[number % causes.length] ?? 'SIGKILL';
        return killProgram(random, { module, cliPath, phase, cause, stored }, runs);
      });
    },
  );

  it('runs no tool whose hook has not answered', async () => {
    const kill = { module, cliPath, phase: 'hook', cause: 'SIGKILL', stored } as const;
    await attack({ name: 'program killed: unanswered hook', cli: version }, (random) =>
      killProgram(random, kill, runs),
    );
  });

  it('is not heard of again', async () => {
    const late = await Promise.all(runs.splice(0).map((run) => run.close()));
    expect(late.flat()).toEqual([]);
  });
});
