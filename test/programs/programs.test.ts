import { beforeAll, expect, it, jest } from '@jest/globals';
import { officialName } from '../../scripts/officialSdk.mjs';
import { describeWith } from '../support/describeWith.js';
import { cliVersions, realCli } from '../support/installCli.js';
import { manifest } from '../support/manifest.js';
import { differencesOf } from './differences.js';
import { explanationOf, explanations } from './explained.js';
import {
  type Installation,
  installedSdks,
  installOfficial,
  installOurs,
  keepTraces,
  packedTarball,
} from './installation.js';
import { programs } from './programs.js';
import { runStep } from './runStep.js';
import { steady, withAsides } from './steady.js';

jest.setTimeout(200_000);

const versions = process.env.PROGRAMS_CLI?.split(',') ?? cliVersions;
/** With `official` the official SDK is compared with itself: whatever differs is chance. */
const ourSdk = process.env.PROGRAMS_AGAINST === 'official' ? officialName : manifest.name;

/** The exit code of drivers. */
const noSuchStep = 64;
const used = new Set<string>();
let stepsRun = 0;

for (const program of programs) {
  const { name, steps } = program;
  for (const version of versions) {
    describeWith(
      `${name} on the real CLI ${version}`,
      'the CLI is there',
      () => realCli(version),
      () => {
        let official: Installation;
        let ours: Installation;
        beforeAll(() => {
          official = installOfficial(program);
          ours = ourSdk === officialName ? official : installOurs(program, packedTarball());
          expect(new Set(installedSdks(official))).toEqual(new Set([officialName]));
          expect(new Set(installedSdks(ours))).toEqual(new Set([ourSdk]));
        });

        it.each(Object.entries(steps))('%s', async (step, model) => {
          const run = (side: Installation) =>
            runStep(side, program, step, version, withAsides(model()));
          const [there, here] = (await Promise.all([run(official), run(ours)])).map(steady);
          keepTraces(name, `${step}-${version}`, { official: there, ours: here });
          expect(there).not.toHaveProperty('channels.exit', [noSuchStep]);
          const differences = differencesOf(there, here);
          for (const { name } of differences.flatMap(explanationOf)) used.add(name);
          stepsRun += 1;
          expect(differences.filter((line) => explanationOf(line).length === 0)).toEqual([]);
        });
      },
    );
  }
}

it('needs every explanation', () => {
  const all = programs.flatMap(({ steps }) => Object.keys(steps)).length * versions.length;
  if (stepsRun < all || ourSdk === officialName) return;
  expect([...used].sort()).toEqual(explanations.map(({ name }) => name).sort());
});
