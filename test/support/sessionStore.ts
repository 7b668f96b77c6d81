import { join } from 'node:path';
import type { SessionKey, SessionStore } from '../../src/options/sessionStoreTypes.js';
import type { Options } from '../../src/options/types.js';
import { query } from '../../src/Query.js';
import { type Talk, talkingCli } from './talkingCli.js';

/** The session that the store has. */
export const storedId = '93eb6495-739b-47b8-8c7b-d71bb5038c4d';

/** A store with one session, which tells what it was given. */
export function storeOf(
  more: Partial<SessionStore> = {},
  append: SessionStore['append'] = async () => {},
) {
  const taken: [string, unknown[]][] = [];
  const store: SessionStore = {
    append: (key, entries) => {
      taken.push([key.sessionId, entries.map(({ n }) => n)]);
      return append(key, entries);
    },
    load: async ({ sessionId }: SessionKey) =>
      sessionId === storedId ? [{ type: 'user', text: 'Remember.' }] : null,
    listSessions: async () => [{ sessionId: storedId, mtime: 1 }],
    ...more,
  };
  return { store, taken };
}

/** What a CLI tells of entries that it has added to a transcript. */
export const mirrored = (configDir: string, ...numbers: number[]) => ({
  type: 'transcript_mirror',
  filePath: join(configDir, 'projects', '-p', 's1.jsonl'),
  entries: numbers.map((n) => ({ type: 'user', n })),
});

/** Options for a CLI that has this home and no other. */
export const atHome = (home: string, sessionStore: SessionStore, more: Options = {}): Options => ({
  sessionStore,
  cwd: home,
  env: { PATH: process.env.PATH, HOME: home },
  envMode: 'replace',
  ...more,
});

export function askAt(
  home: string,
  sessionStore: SessionStore,
  talk: Talk = {},
  more: Options = {},
) {
  const port = talkingCli(talk);
  return {
    port,
    run: query('Hello', atHome(home, sessionStore, { mode: 'oneShot', port, ...more })),
  };
}

/** A promise that the test resolves. */
export function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}
