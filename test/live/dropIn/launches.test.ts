import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { differencesOf } from '../../programs/differences.js';
import { type Build, buildSources } from '../../support/buildSources.js';
import { flagsOf } from '../../support/cliFlags.js';
import { describeWith } from '../../support/describeWith.js';
import { cliVersions, realCli } from '../../support/installCli.js';
import { exchangeDifferences } from './exchangeDifferences.js';
import { explanationsOf, internals, untypedMethods } from './launchDifferences.js';
import { hello } from './models.js';
import { officialSdk } from './officialSdk.js';
import { runProgram, type Side, type Trace } from './runProgram.js';

const deadlineMs = 400_000;
jest.setTimeout(deadlineMs);

const version = cliVersions.at(-1) as string;

/** What a CLI noted about its start, and how the query ended. */
interface Launch {
  start?: { args: string[]; execArgv: string[]; env: object; cwd: string };
  frames: { request?: { hooks?: Record<string, { hookCallbackIds: string[] }[]> | null } }[];
  ending: unknown;
  /** The callbacks that ran. */
  called: string[];
}

/** What the CLI got, or the error if it did not start or had to give up. */
function outcomeOf({ start, frames, ending, called }: Launch): object {
  if (ending !== 'done' || !start) return { refused: ending };
  const { args, ...others } = start;
  return { launched: { ...others, flags: flagsOf(args), frames: frames.map(meaningful), called } };
}

/** To the CLI, null and hooks that call nothing are the same as no field. */
function meaningful({ request, ...frame }: Launch['frames'][number]): object {
  if (!request) return frame;
  const groups = Object.entries(request.hooks ?? {})
    .map(([event, all]) => [event, all.filter(({ hookCallbackIds: [first] }) => first)] as const)
    .filter(([, all]) => all.length > 0);
  const hooks = JSON.stringify(Object.fromEntries(groups)).replaceAll('"matcher":null,', '');
  return { ...frame, request: { ...request, hooks } };
}

/** What a program told, without the names that only this run has. */
function withoutPlaces({ channels, places }: Trace): Trace['channels'] {
  const text = JSON.stringify(channels);
  return JSON.parse(places.reduce((rest, place) => rest.replaceAll(place, '<place>'), text));
}

describeWith(
  'how the CLI is started, asked and answered',
  'the official SDK and the CLI are there',
  () => [officialSdk(), realCli(version)],
  () => {
    let build: Build;
    let sides: Side[];
    beforeAll(() => {
      build = buildSources();
      const side = (name: string, sdk: string): Side => {
        const folder = join(fileURLToPath(build.url('..')), name);
        mkdirSync(folder);
        return { sdk, version, folder };
      };
      sides = [side('there', officialSdk()), side('here', build.url('index.js'))];
    });
    afterAll(() => build.remove());

    async function both(name: string): Promise<[Trace['channels'], Trace['channels']]> {
      const runs = sides.map((side) => runProgram(name, side, hello(), deadlineMs));
      const [there, here] = (await Promise.all(runs)).map(withoutPlaces);
      return [there ?? {}, here ?? {}];
    }

    it('with every value of every option, but for what is listed', async () => {
      const [there, here] = await both('launches');
      expect(Object.keys(here)).toEqual(Object.keys(there));
      const lines = Object.keys(there).flatMap((name) => {
        const [theirs, ours] = [there, here].map((side) => outcomeOf(side[name]?.[0] as Launch));
        return differencesOf(theirs, ours).map((line) => `${name} ${line}`);
      });
      const { unexplained, unused } = explanationsOf(lines);
      expect(unexplained).toEqual([]);
      expect(unused).toEqual([]);
    });

    it('by callbacks and without them, but for what is listed', async () => {
      const [there, here] = await both('exchanges');
      expect(Object.keys(here)).toEqual(Object.keys(there));
      const lines = Object.keys(there).flatMap((name) =>
        differencesOf(there[name]?.[0], here[name]?.[0]).map((line) => `${name} ${line}`),
      );
      const { unexplained, unused } = explanationsOf(lines, exchangeDifferences);
      expect(unexplained).toEqual([]);
      expect(unused).toEqual([]);
    });

    it('by every method of Query, but for what is listed', async () => {
      const [there, here] = await both('requests');
      const { methods: theirs = [], ...official } = there;
      const { methods: ours = [], ...own } = here;
      // Only here they are refused; so the CLI gets less.
      const refused = ['setPermissionMode(undefined)', 'setPermissionMode("other")'];
      for (const name of refused) {
        expect(official[name]).toEqual([{ answer: 'undefined' }]);
        expect(own[name]).toEqual([
          { answer: { name: 'Error', message: expect.stringContaining('must be one of') } },
        ]);
        delete official[name];
        delete own[name];
      }
      const isRefused = ({ subtype, mode = 'other' }: { subtype: string; mode?: string }) =>
        subtype === 'set_permission_mode' && mode === 'other';
      const requests = (side: Trace['channels']) =>
        ((side.sent?.[0] ?? []) as { subtype: string; hooks?: unknown }[])
          .filter((request) => !isRefused(request))
          .map(({ hooks, ...request }) => (hooks ? { hooks, ...request } : request));
      expect(requests(own)).toEqual(requests(official));
      expect({ ...own, sent: [] }).toEqual({ ...official, sent: [] });
      const missing = theirs.filter((name) => !ours.includes(name)).map(String);
      expect(missing.toSorted()).toEqual([...untypedMethods, ...internals].toSorted());
      const page = readFileSync(new URL('../../../docs/migration.md', import.meta.url), 'utf8');
      for (const name of untypedMethods) expect(page).toContain(`\`${name}\``);
    });
  },
);
