import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Build, buildSources } from '../../support/buildSources.js';
import { comparable } from './comparable.js';
import type { Script } from './models.js';
import { describeOfficial, officialSdk } from './officialSdk.js';
import { pinned } from './pinned.js';
import { differences, programs } from './programs.js';
import { runProgram, type Side, type Trace } from './runProgram.js';

jest.setTimeout(120_000);

describeOfficial('beside the official SDK', () => {
  let build: Build;
  let there: Side;
  let here: Side;
  beforeAll(() => {
    build = buildSources();
    const side = (name: string, sdk: string): Side => {
      const folder = join(fileURLToPath(build.url('..')), name);
      mkdirSync(folder);
      return { sdk, folder };
    };
    there = side('there', officialSdk());
    here = side('here', build.url('index.js'));
  });
  afterAll(() => build.remove());

  const both = (name: string, model: Script): Promise<[Trace, Trace]> =>
    Promise.all([runProgram(name, there, model()), runProgram(name, here, model())]);

  describe('a program', () => {
    it.each(programs)('sees the same: $name', async (program) => {
      const { name, model, throwsThere, differs } = program;
      const [official, ours] = await both(name, model);
      const expected = comparable(official);
      expect(expected.requests).not.toEqual([]);
      expect(comparable(ours)).toEqual(expected);
      const endings = [official, ours].map(({ channels }) => channels.ending);
      expect(endings).toEqual(throwsThere ? [['thrown'], ['done']] : [endings[0], endings[0]]);
      differs?.(official, ours);
    });
  });

  describe('what differs by design', () => {
    const bothOf = (name: keyof typeof differences) =>
      both(`differences/${name}`, differences[name]);

    it('mistakes have codes, and a misspelt option is one', async () => {
      const [official, ours] = await bothOf('mistakes');
      expect(official.channels).toEqual({
        server: [{ isMcpServer: true }],
        'misspelt option': ['success'],
        'no CLI': [{ isError: true, code: 'ENOENT' }],
      });
      expect(ours.channels).toEqual({
        server: [{ isMcpServer: false }],
        'misspelt option': [{ isError: true, code: 'InvalidOption' }],
        'no CLI': [{ isError: true, code: 'CliNotFound' }],
      });
    });

    it('env is laid over the environment, and variables set options', async () => {
      const [official, ours] = await bothOf('surroundings');
      const model = ({ requests }: Trace) => requests[0]?.model;
      const messages = ({ channels }: Trace) => JSON.stringify(channels.message);
      expect(messages(official)).toContain('"[]"');
      expect(messages(ours)).toContain('"[still here]"');
      expect(model(official)).not.toContain('sonnet');
      expect(model(ours)).toContain('sonnet-4-5');
    });

    it('a string prompt runs without control, and close() can be waited for', async () => {
      const [official, ours] = await bothOf('controlsOfText');
      expect(official.channels).toEqual({ models: ['listed', 'listed'], close: [false, false] });
      expect(ours.channels).toEqual({
        models: ['ControlUnavailable', 'listed'],
        close: [true, true],
      });
    });

    it('the CLI is not told of a hook that fails, which lets the tool run', async () => {
      const [official, ours] = await bothOf('brokenHook');
      expect(official.channels).toEqual({ told: ['hook_callback_failed'], written: [true] });
      expect(ours.channels).toEqual({ written: [true] });
    });

    it('a permission callback that fails denies', async () => {
      const [official, ours] = await bothOf('brokenPermission');
      expect(official.channels.refusal).toEqual([
        expect.stringContaining('out of order'),
        expect.stringContaining('invalid permission result'),
      ]);
      const denied = 'The callback that decides about this tool failed, so it was not allowed.';
      expect(ours.channels.refusal).toEqual([denied, denied]);
    });
  });
});

it('every difference that the docs list is pinned by a test', () => {
  const root = new URL('../../../', import.meta.url);
  const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
  const [, after = ''] = read('docs/migration.md').split('### What differs, and why');
  const [section = ''] = after.split('###');
  const rows = [...section.matchAll(/^\| (?!\|)(.+?) \|/gm)].map(([, title]) => title);
  expect(rows.toSorted()).toEqual(Object.keys(pinned).toSorted());
  for (const [path, text] of Object.values(pinned)) expect(read(path)).toContain(text);
});
