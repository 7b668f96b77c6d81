import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Build, buildSources } from '../../support/buildSources.js';
import { comparable } from './comparable.js';
import { listedUnder } from './launchDifferences.js';
import type { Script } from './models.js';
import { describeOfficial, officialSdk } from './officialSdk.js';
import { pinned } from './pinned.js';
import { differences, programs } from './programs.js';
import { runProgram, type Side, type Trace } from './runProgram.js';

jest.setTimeout(120_000);

describeOfficial('beside the official SDK', (version) => {
  let build: Build;
  let there: Side;
  let here: Side;
  beforeAll(() => {
    build = buildSources();
    const side = (name: string, sdk: string): Side => {
      const folder = join(fileURLToPath(build.url('..')), name);
      mkdirSync(folder);
      return { sdk, version, folder };
    };
    there = side('there', officialSdk());
    here = side('here', build.url('index.js'));
  });
  afterAll(() => build.remove());

  const both = (name: string, model: Script): Promise<[Trace, Trace]> =>
    Promise.all([runProgram(name, there, model()), runProgram(name, here, model())]);

  describe('a program', () => {
    it.each(programs)('sees the same: $name', async (program) => {
      const { name, model, differs } = program;
      const [official, ours] = await both(name, model);
      const expected = comparable(official);
      expect(expected.requests).not.toEqual([]);
      expect(comparable(ours)).toEqual(expected);
      differs?.(official, ours, version);
    });
  });

  describe('what differs by design', () => {
    const bothOf = (name: keyof typeof differences) =>
      both(`differences/${name}`, differences[name]);

    it('mistakes have codes, and words of closed lists are checked', async () => {
      const [official, ours] = await bothOf('mistakes');
      expect(official.channels).toEqual({
        server: [{ isMcpServer: true }],
        'misspelt mode': [{ isError: true, code: 'none' }],
        'misspelt event': ['success'],
        'no CLI': [{ isError: true, code: 'ENOENT' }],
        'id that is none': [{ isError: true, code: 'none' }],
        'id and resume': [{ isError: true, code: 'none' }],
        'refused handshake': ['success'],
      });
      expect(ours.channels).toEqual({
        server: [{ isMcpServer: false }],
        'misspelt mode': [{ isError: true, code: 'InvalidOption' }],
        'misspelt event': [{ isError: true, code: 'InvalidOption' }],
        'no CLI': [{ isError: true, code: 'CliNotFound' }],
        'id that is none': [{ isError: true, code: 'InvalidOption' }],
        'id and resume': [{ isError: true, code: 'InvalidOption' }],
        'refused handshake': [{ isError: true, code: 'InitializeRejected' }],
      });
    });

    it('variables set options', async () => {
      const [official, ours] = await bothOf('surroundings');
      const model = ({ requests }: Trace) => requests[0]?.model;
      const messages = ({ channels }: Trace) => JSON.stringify(channels.message);
      expect(messages(official)).toContain('"[]"');
      expect(messages(ours)).toContain('"[]"');
      expect(model(official)).not.toContain('sonnet');
      expect(model(ours)).toContain('sonnet-4-5');
    });

    it('close() can be waited for', async () => {
      const [official, ours] = await bothOf('closing');
      expect(official.channels).toEqual({ close: [false] });
      expect(ours.channels).toEqual({ close: [true] });
    });

    it('an early abort has the same text as any other', async () => {
      const [official, ours] = await bothOf('earlyAbort');
      const error = (message: string) => ({ message, isAbortError: true });
      expect(official.channels.error).toEqual([error('Operation aborted')]);
      expect(ours.channels.error).toEqual([error('Claude Code process aborted by user')]);
    });

    it('resume wins over continue', async () => {
      const [official, ours] = await bothOf('resumeAndContinue');
      expect(official.channels.continued).toEqual(['the last one']);
      expect(ours.channels.continued).toEqual(['the one named']);
    });

    it('settings cannot ask for bypassPermissions', async () => {
      const [official, ours] = await bothOf('inlineBypass');
      expect(official.channels).toEqual({ touched: [true] });
      expect(ours.channels).toEqual({ refused: ['InvalidOption'], touched: [false] });
    });

    it('a prompt that is none is refused at once, and a failed start by the loop', async () => {
      const [official, ours] = await bothOf('wrongCalls');
      expect(official.channels).toEqual({
        spawn: [{ thrownBy: 'the call', isNamed: true }],
        prompt: [{ thrownBy: 'the loop', isNamed: false }],
      });
      expect(ours.channels).toEqual({
        spawn: [{ thrownBy: 'the loop', isNamed: true }],
        prompt: [{ thrownBy: 'the call', isNamed: true }],
      });
    });

    it('a hook that returns only unknown fields has failed', async () => {
      const [official, ours] = await bothOf('unknownHookFields');
      expect(official.channels).toEqual({ told: [false] });
      // Older CLIs do not tell.
      expect(ours.channels).toEqual({ told: [version === '2.1.325'] });
    });

    it('a prompt that fails is named by the error', async () => {
      const [official, ours] = await bothOf('brokenInput');
      expect(official.channels.error).toEqual([{ name: 'Error', isNamed: false }]);
      expect(ours.channels.error).toEqual([{ name: 'Error', isNamed: true }]);
    });

    it('messages after the result of a text are answered or refused, and never lost', async () => {
      const [official, ours] = await bothOf('lateInput');
      expect(official.channels).toEqual({ fate: ['lost'] });
      // The CLI may be gone already.
      expect(['answered', 'SessionStopped']).toContain(ours.channels.fate?.[0]);
    });

    it('a permission callback that fails denies', async () => {
      const [official, ours] = await bothOf('brokenPermission');
      expect(official.channels.refusal).toEqual([
        expect.stringContaining('out of order'),
        expect.stringMatching(/invalid permission result|ZodError/),
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
  const elsewhere = read('docs/migration.md');
  for (const title of listedUnder) {
    expect(rows.includes(title) || elsewhere.includes(`- ${title}`)).toBe(true);
  }
  for (const [path, text] of Object.values(pinned)) expect(read(path)).toContain(text);
});
