import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { officialName } from '../../scripts/officialSdk.mjs';
import { describeWith } from '../support/describeWith.js';
import { cliVersions, realCli } from '../support/installCli.js';
import { manifest } from '../support/manifest.js';
import { closestPair } from './differences.js';
import { explanationOf, explanations } from './explained.js';
import {
  type Installation,
  installedSdks,
  installOfficial,
  installOurs,
  keepTraces,
  packedTarball,
} from './installation.js';
import { programs, stepsOf } from './programs.js';
import { runStep } from './runStep.js';
import { steady, withAsides } from './steady.js';

jest.setTimeout(400_000);

/** The newest CLI only, and the steps that tell most. */
const isShort = process.env.PROGRAMS_SHORT === '1';
const versions = process.env.PROGRAMS_CLI?.split(',') ?? cliVersions.slice(isShort ? -1 : 0);
/** With `official` the official SDK is compared with itself: whatever differs is chance. */
const ourSdk = process.env.PROGRAMS_AGAINST === 'official' ? officialName : manifest.name;

/** Programs have races of their own. A step is the same if a run here is like one there. */
const attempts = Number(process.env.PROGRAMS_ATTEMPTS ?? 4);
/** The steps that were not the same at once, to be told at the end. */
const repeated: string[] = [];

/** The exit code of drivers. */
const noSuchStep = 64;
const used = new Set<string>();
let stepsRun = 0;

for (const program of programs) {
  const { name } = program;
  const steps = stepsOf(program, isShort);
  if (steps.length === 0) continue;
  for (const version of versions) {
    describeWith(
      `${name} on the real CLI ${version}`,
      'the CLI is there',
      () => realCli(version),
      () => {
        let official: Installation;
        let ours: Installation;
        beforeAll(async () => {
          const theirs = installOfficial(program);
          const own = ourSdk === officialName ? theirs : installOurs(program, packedTarball());
          [official, ours] = await Promise.all([theirs, own]);
          expect(new Set(installedSdks(official))).toEqual(new Set([officialName]));
          expect(new Set(installedSdks(ours))).toEqual(new Set([ourSdk]));
        });

        it.each(steps)('%s', async (step, model) => {
          const run = async (side: Installation) =>
            steady(await runStep(side, program, step, version, withAsides(model())));
          const there: object[] = [];
          const here: object[] = [];
          let closest: string[];
          do {
            const [theirs, own] = await Promise.all([run(official), run(ours)]);
            expect(theirs).not.toHaveProperty('channels.exit', [noSuchStep]);
            keepTraces(name, `${step}-${version}`, { official: theirs, ours: own });
            there.push(theirs);
            here.push(own);
            closest = closestPair(there, here, isUnexplained);
          } while (closest.some(isUnexplained) && there.length < attempts);
          for (const { name } of closest.flatMap(explanationOf)) used.add(name);
          stepsRun += 1;
          if (there.length > 1) repeated.push(`${name} ${version} ${step}: ${there.length} runs`);
          expect(closest.filter(isUnexplained)).toEqual([]);
        });
      },
    );
  }
}

afterAll(() => {
  if (repeated.length > 0) process.stderr.write(`Not the same at once:\n${repeated.join('\n')}\n`);
});

function isUnexplained(line: string): boolean {
  return explanationOf(line).length === 0;
}

it('needs every explanation', () => {
  const all = programs.flatMap((program) => stepsOf(program, false)).length * cliVersions.length;
  if (stepsRun < all || ourSdk === officialName) return;
  expect([...used].sort()).toEqual(explanations.map(({ name }) => name).sort());
});
