import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type {
  SessionKey,
  SessionStore,
  SessionStoreEntry,
} from '../../src/options/sessionStoreTypes.js';
import type { Options } from '../../src/options/types.js';
import { query } from '../../src/Query.js';
import { startSession } from '../../src/startSession.js';
import { all } from '../support/all.js';
import { type MessagesApi, type Model, messagesApi } from '../support/messagesApi.js';
import { type Sandbox, sandbox } from '../support/sandbox.js';
import { describeCli, type Target } from '../support/targets.js';

jest.setTimeout(120_000);

let api: MessagesApi;
let here: Sandbox;
let there: Sandbox;
let model: Model;

beforeEach(async () => {
  api = await messagesApi((request) => model(request));
  here = sandbox(api.url);
  there = sandbox(api.url);
});

afterEach(async () => {
  await api.close();
  here.remove();
  there.remove();
});

function memoryStore() {
  const transcripts = new Map<string, SessionStoreEntry[]>();
  const nameOf = ({ sessionId, subpath }: SessionKey) => [sessionId, subpath].join('/');
  const store: SessionStore = {
    async append(key, entries) {
      transcripts.set(nameOf(key), [...(transcripts.get(nameOf(key)) ?? []), ...entries]);
    },
    load: async (key) => transcripts.get(nameOf(key)) ?? null,
    listSessions: async () =>
      [...transcripts.keys()].map((name, mtime) => ({ sessionId: name.slice(0, 36), mtime })),
  };
  const contents = () => JSON.stringify([...transcripts.values()]);
  return { store, contents };
}

/** The same project on another computer, as far as the CLI can tell. */
function options(target: Target, box: Sandbox, more: Options): Options {
  const env = { ...box.env, ...target.env };
  const pathToClaudeCodeExecutable = target.path;
  return { pathToClaudeCodeExecutable, cwd: here.cwd, env, envMode: 'replace', ...more };
}

describeCli('a store of sessions', (target) => {
  it('has the whole of a session that has ended, and another home goes on with it', async () => {
    const { store: sessionStore, contents } = memoryStore();
    model = () => [{ text: 'The word is heron.' }];
    const first = await startSession({ options: options(target, here, { sessionStore }) });
    await first.send('Tell me the word').result;
    const { sessionId: resume } = first;
    await first.end();
    expect(contents()).toContain('Tell me the word');
    expect(contents()).toContain('The word is heron.');

    model = () => [{ text: 'It was heron.' }];
    const later = options(target, there, { sessionStore, resume });
    const second = await startSession({ options: later });
    const asked = await second.send('Which word was it?').result;
    await second.end();
    expect(asked).toMatchObject({ is_error: false, session_id: resume });
    expect(JSON.stringify(api.requests.at(-1)?.messages)).toContain('The word is heron.');
    expect(contents()).toContain('It was heron.');
    expect(existsSync(join(there.home, '.claude', 'projects'))).toBe(false);
  });

  it('serves queries in one shot as well, and gives the latest to continue', async () => {
    const { store: sessionStore, contents } = memoryStore();
    model = () => [{ text: 'The word is heron.' }];
    const run = query('Tell me the word', options(target, here, { sessionStore }));
    const items = await all(run.items());
    expect(items.filter(({ kind }) => kind !== 'message')).toEqual([]);
    expect(contents()).toContain('The word is heron.');

    model = () => [{ text: 'It was heron.' }];
    const later = options(target, there, { sessionStore, continue: true });
    const messages = await all(query('Which word was it?', later));
    expect(messages.at(-1)).toMatchObject({ type: 'result', result: 'It was heron.' });
    expect(JSON.stringify(api.requests.at(-1)?.messages)).toContain('The word is heron.');
    expect(contents()).toContain('It was heron.');
  });
});
