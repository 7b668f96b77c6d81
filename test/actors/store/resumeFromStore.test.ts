import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SimulatedClock } from 'xstate';
import {
  type ResumableSession,
  type ResumeFromStore,
  resumeFromStore,
} from '../../../src/actors/store/resumeFromStore.js';
import { projectKeyOf } from '../../../src/ffi/projectFolders.js';
import type {
  SessionKey,
  SessionStore,
  SessionStoreEntry,
} from '../../../src/options/sessionStoreTypes.js';
import { until } from '../../support/until.js';

const id = '93eb6495-739b-47b8-8c7b-d71bb5038c4d';
const other = '3255b276-b159-4d91-bd2c-2306c8e838bd';
let root: string;
let cwd: string;
let home: string;
let projectKey: string;
const resumed: ResumableSession[] = [];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'claude-actors-store-'));
  cwd = join(root, 'project');
  home = join(root, 'home');
  mkdirSync(cwd);
  mkdirSync(home);
  projectKey = await projectKeyOf(cwd, {});
});
afterEach(async () => {
  for (const session of resumed.splice(0)) await session.remove();
  rmSync(root, { recursive: true, force: true });
});

function storeOf(contents: Record<string, SessionStoreEntry[]>, more: Partial<SessionStore> = {}) {
  const asked: SessionKey[] = [];
  const store: SessionStore = {
    append: async () => {},
    load: async (key) => {
      asked.push(key);
      return contents[[key.sessionId, key.subpath].filter(Boolean).join('/')] ?? null;
    },
    ...more,
  };
  return { store, asked };
}

async function resume(given: Partial<ResumeFromStore> & Pick<ResumeFromStore, 'store'>) {
  const session = await resumeFromStore({
    sessionId: id,
    cwd,
    env: { HOME: home },
    clock: new SimulatedClock(),
    platform: 'linux',
    ...given,
  });
  if (session) resumed.push(session);
  return session;
}

/** What is in a folder, but for the note of whose it is. */
const filesIn = (dir: string) =>
  readdirSync(dir)
    .filter((name) => name !== '.claude-actors-owner.json')
    .sort();

async function resumedDir(given: Partial<ResumeFromStore> & Pick<ResumeFromStore, 'store'>) {
  const session = await resume(given);
  if (!session) throw new Error('There is no such session.');
  return session.configDir;
}

const entries = [
  { type: 'user', uuid: 'a', text: 'héllo\u2028' },
  { type: 'assistant', uuid: 'b' },
];
const { store: simple } = storeOf({ [id]: entries });

function write(path: string, value: unknown) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
}
const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), 'utf8'));

describe('a session fetched from a store', () => {
  it("lies in a private folder as one of the CLI's own", async () => {
    const { store, asked } = storeOf({ [id]: entries });
    const session = await resume({ store });
    expect(asked).toEqual([{ projectKey, sessionId: id }]);
    expect(session).toMatchObject({
      sessionId: id,
      env: { CLAUDE_CONFIG_DIR: session?.configDir },
    });
    const file = join(session?.configDir ?? '', 'projects', projectKey, `${id}.jsonl`);
    const lines = readFileSync(file, 'utf8').split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line))).toEqual(entries);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(session?.configDir ?? '').mode & 0o777).toBe(0o700);
  });

  it('leaves no timer behind', async () => {
    let timers = 0;
    const clock = {
      setTimeout: () => {
        timers += 1;
      },
      clearTimeout: () => {
        timers -= 1;
      },
    };
    const seen: number[] = [];
    const load = async () => {
      seen.push(timers);
      return entries;
    };
    await resume({ store: storeOf({}, { load }).store, clock });
    expect([...seen, timers]).toEqual([1, 0]);
  });

  it('is gone once it is removed', async () => {
    const session = await resume({ store: simple });
    await session?.remove();
    await session?.remove();
    expect(existsSync(session?.configDir ?? '/')).toBe(false);
  });

  it.each([
    ['never kept', null],
    ['emptied', []],
  ])('does not exist if it was %s', async (_, loaded) => {
    const { store } = storeOf({}, { load: async () => loaded });
    expect(await resume({ store })).toBeUndefined();
  });

  it('does not exist, and is not loaded, if its name is not an id', async () => {
    const { store, asked } = storeOf({ '../x': entries });
    expect(await resume({ store, sessionId: '../x' })).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('is the newest if none is named', async () => {
    const listed: string[] = [];
    const { store } = storeOf(
      { [id]: entries },
      {
        listSessions: async (key) => {
          listed.push(key);
          return [
            { sessionId: other, mtime: 5 },
            { sessionId: id, mtime: 9 },
            { sessionId: other, mtime: 7 },
          ];
        },
      },
    );
    expect(await resume({ store, sessionId: undefined })).toMatchObject({ sessionId: id });
    expect(listed).toEqual([projectKey]);
  });

  it('does not exist if none is named and the store is empty', async () => {
    const { store } = storeOf({}, { listSessions: async () => [] });
    expect(await resume({ store, sessionId: undefined })).toBeUndefined();
    expect(await resume({ store: simple, sessionId: undefined })).toBeUndefined();
  });

  it('brings the transcripts of its subagents, and what describes them', async () => {
    const { store } = storeOf(
      {
        [id]: entries,
        [`${id}/subagents/a1`]: [
          { type: 'agent_metadata', name: 'old' },
          { type: 'user', n: 1 },
          { type: 'agent_metadata', name: 'new' },
        ],
        [`${id}/subagents/a2`]: [{ type: 'user', n: 2 }],
      },
      { listSubkeys: async () => ['subagents/a1', 'subagents/a2', 'subagents/a3'] },
    );
    const folder = join(await resumedDir({ store }), 'projects', projectKey, id, 'subagents');
    expect(readdirSync(folder).sort()).toEqual(['a1.jsonl', 'a1.meta.json', 'a2.jsonl']);
    expect(read(folder, 'a1.jsonl')).toEqual({ type: 'user', n: 1 });
    expect(read(folder, 'a1.meta.json')).toEqual({ name: 'new' });
  });

  it.each([['../../x'], ['/etc/x'], ['a/../../../x'], ['..\\x'], ['']])(
    'writes nothing for the subagent %j, whose name leads out of it',
    async (subpath) => {
      const { store, asked } = storeOf({ [id]: entries }, { listSubkeys: async () => [subpath] });
      await resumedDir({ store });
      expect(asked).toEqual([{ projectKey, sessionId: id }]);
    },
  );

  it.each([
    ['load', { load: () => Promise.reject(new Error('no route')) }],
    [
      'listSubkeys',
      {
        listSubkeys: () => {
          throw new Error('no route');
        },
      },
    ],
  ])('is an error, and leaves nothing behind, if %s fails', async (method, more) => {
    const left = () =>
      readdirSync(tmpdir())
        .filter((name) => name.startsWith('claude-actors-resume-'))
        .filter((name) => existsSync(join(tmpdir(), name, 'projects', projectKey)));
    const { store } = storeOf({ [id]: entries }, more);
    await expect(resume({ store })).rejects.toMatchObject({
      code: 'SessionStoreFailed',
      message: expect.stringMatching(new RegExp(`${method} failed: no route`)),
    });
    expect(left()).toEqual([]);
  });

  it('is an error if the store takes too long', async () => {
    const clock = new SimulatedClock();
    let asked = false;
    const load = () => {
      asked = true;
      return new Promise<null>(() => {});
    };
    const outcome = resume({ store: storeOf({}, { load }).store, clock, timeoutMs: 50 });
    const failed = expect(outcome).rejects.toThrow('longer than 50 ms');
    await until('the store to be asked', () => asked);
    clock.increment(50);
    await failed;
  });
});

describe("the user's configuration", () => {
  it('goes with a resumed session', async () => {
    write(join(home, '.claude.json'), { theme: 'dark' });
    write(join(home, '.claude/.config.json'), { a: 1 });
    write(
      join(home, '.claude/settings.json'),
      '\ufeff{"model":"x","enabledPlugins":{"p":true},"env":{"A":"1","CLAUDE_CONFIG_DIR":"/y"}}',
    );
    write(join(home, '.claude/.credentials.json'), {
      claudeAiOauth: { accessToken: 'made-up', refreshToken: 'made-up' },
    });
    const dir = await resumedDir({ store: simple });
    expect(read(dir, '.claude.json')).toEqual({ theme: 'dark' });
    expect(read(dir, '.config.json')).toEqual({ a: 1 });
    expect(read(dir, 'settings.json')).toEqual({ model: 'x', env: { A: '1' } });
    expect(read(dir, '.credentials.json')).toEqual({ claudeAiOauth: { accessToken: 'made-up' } });
    expect(statSync(join(dir, '.credentials.json')).mode & 0o777).toBe(0o600);
  });

  it('is taken from CLAUDE_CONFIG_DIR if that is set', async () => {
    const own = join(root, 'own');
    write(join(own, '.claude.json'), { own: true });
    write(join(own, 'settings.json'), 'not JSON');
    write(join(home, '.claude/.config.json'), { a: 1 });
    const dir = await resumedDir({ store: simple, env: { HOME: home, CLAUDE_CONFIG_DIR: own } });
    expect(filesIn(dir)).toEqual(['.claude.json', 'projects', 'settings.json']);
    expect(read(dir, '.claude.json')).toEqual({ own: true });
    expect(readFileSync(join(dir, 'settings.json'), 'utf8')).toBe('not JSON');
  });

  it('need not be there', async () => {
    expect(filesIn(await resumedDir({ store: simple }))).toEqual(['projects']);
  });

  it.each([
    ['darwin', {}, true],
    ['darwin', { ANTHROPIC_API_KEY: 'made-up' }, false],
    ['darwin', { CLAUDE_CODE_OAUTH_TOKEN: 'made-up' }, false],
    ['darwin', { CLAUDE_CONFIG_DIR: '/none' }, false],
    ['linux', {}, false],
  ] as const)('on %s with %j asks the keychain: %s', async (platform, env, asks) => {
    let asked = false;
    const keychain = async () => {
      asked = true;
      return '{"claudeAiOauth":{"accessToken":"made-up","refreshToken":"x"}}';
    };
    const dir = await resumedDir({
      store: simple,
      platform,
      keychain,
      env: { HOME: home, ...env },
    });
    expect(asked).toBe(asks);
    expect(existsSync(join(dir, '.credentials.json'))).toBe(asks);
    if (asks) {
      expect(read(dir, '.credentials.json')).toEqual({ claudeAiOauth: { accessToken: 'made-up' } });
    }
  });

  it.each([
    [{}, ''],
    [{ Claude_Config_Dir: 'C:\\c' }, 'C:\\c'],
    [{ CLAUDE_CONFIG_DIR: 'C:\\c', CLAUDE_SECURESTORAGE_CONFIG_DIR: 'C:\\s' }, 'C:\\s'],
  ])('on Windows with %j leaves the login where it is', async (env, dir) => {
    const session = await resume({
      store: simple,
      platform: 'win32',
      env: { USERPROFILE: home, ...env },
    });
    expect(session?.env).toEqual({
      CLAUDE_CONFIG_DIR: session?.configDir,
      CLAUDE_SECURESTORAGE_CONFIG_DIR: dir,
    });
  });
});
