import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  FileStore,
  InMemorySessionStore,
  type SessionStore,
  StoredConversations,
} from '../../../src/index.js';
import { checkStore, storeContracts } from '../../../src/testing/index.js';

const root = mkdtempSync(join(tmpdir(), 'claude-actors-file-store-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let count = 0;
const folder = () => join(root, `${count++}`);
const key = { projectKey: 'p', sessionId: 's' };

describe('a file store', () => {
  it.each(storeContracts)('follows the rule: $name', async ({ check }) => {
    await check(new FileStore(folder()));
  });

  it('survives a restart, and half a line that a crash left', async () => {
    const where = folder();
    await new FileStore(where).append(key, [{ type: 'user', uuid: '1' }]);
    const project = join(where, 'projects', '_p');
    const [file = ''] = readdirSync(project);
    appendFileSync(join(project, file), '{"epoch":0,"entry":{"type":"us');
    await new FileStore(where).append(key, [{ type: 'user', uuid: '2' }]);
    const entries = await new FileStore(where).load(key);
    expect(entries?.map(({ uuid }) => uuid)).toEqual(['1', '2']);
  });

  it('writes nothing outside of its folder', async () => {
    const where = folder();
    const store = new FileStore(join(where, 'inner'));
    const strange = { projectKey: '../../x', sessionId: '..', subpath: '/etc/../..' };
    await store.append(strange, [{ type: 'user' }]);
    expect(await store.load(strange)).toHaveLength(1);
    expect(await store.listSubkeys(strange)).toEqual([strange.subpath]);
    expect(readdirSync(where)).toEqual(['inner']);
  });

  it('remembers the conversation of a key', async () => {
    const where = folder();
    expect(await new FileStore(where).sessionId('anna')).toBeUndefined();
    await new FileStore(where).rememberSessionId('anna', 'one');
    await new FileStore(where).rememberSessionId('anna', 'two');
    expect(await new FileStore(where).sessionId('anna')).toBe('two');
    await new FileStore(where).rememberSessionId('anna', 'three', 'acme');
    expect(await new FileStore(where).sessionId('anna')).toBe('two');
    expect(await new FileStore(where).sessionId('anna', 'acme')).toBe('three');
    expect(await new FileStore(where).sessionId('anna', 'other')).toBeUndefined();
  });

  it('ignores what a stale writer slipped in', async () => {
    const where = folder();
    const stale = new FileStore(where);
    await stale.append(key, [{ type: 'user', uuid: '1' }], { epoch: 2 });
    const line = JSON.stringify({ epoch: 1, entry: { type: 'user', uuid: '2' } });
    appendFileSync(join(where, 'projects', '_p', '_s.jsonl'), `${line}\n`);
    expect(await stale.load(key)).toHaveLength(1);
  });
});

describe('checkStore', () => {
  it('checks all rules that apply', async () => {
    const checked = await checkStore(() => new FileStore(folder()), { epochs: true });
    expect(checked).toEqual(storeContracts.map(({ name }) => name));
    expect(checked.length).toBe(15);
  });

  it('names the rule that a store breaks', async () => {
    // The official store in memory does not recognize an entry that arrives twice.
    const create = (): SessionStore => new InMemorySessionStore();
    await expect(checkStore(create)).rejects.toThrow(/kept once, by its uuid/);
  });
});

describe('conversations', () => {
  it('are listed, read, renamed, tagged, forked and deleted in one place', async () => {
    const sessionStore = new FileStore(folder());
    const conversations = new StoredConversations({ sessionStore, dir: root });
    const [prompt, answer] = [
      '11111111-1111-4111-8111-111111111111',
      '21111111-1111-4111-8111-111111111111',
    ];
    const sessionId = '0b4f6c1e-7a52-4a30-9f1d-3d5c7f2a9b10';
    const { projectKeyOf } = await import('../../../src/ffi/projectFolders.js');
    const projectKey = await projectKeyOf(root, process.env);
    const common = { sessionId, timestamp: '2026-11-01T00:00:00.000Z', isSidechain: false };
    await sessionStore.append({ projectKey, sessionId }, [
      {
        ...common,
        type: 'user',
        uuid: prompt,
        parentUuid: null,
        message: { role: 'user', content: 'Hello' },
      },
      {
        ...common,
        type: 'assistant',
        uuid: answer,
        parentUuid: prompt,
        message: { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] },
      },
    ]);
    await conversations.rename(sessionId, 'Greeting');
    await conversations.tag(sessionId, 'short');
    expect(await conversations.list()).toMatchObject([
      { sessionId, customTitle: 'Greeting', tag: 'short' },
    ]);
    expect((await conversations.history(sessionId)).map(({ type }) => type)).toEqual([
      'user',
      'assistant',
    ]);
    const fork = await conversations.fork(sessionId);
    expect(await conversations.list()).toHaveLength(2);
    expect(await conversations.history(fork.sessionId)).toHaveLength(2);
    await conversations.delete(sessionId);
    expect(await conversations.get(sessionId)).toBeUndefined();
    expect(await conversations.list()).toMatchObject([{ sessionId: fork.sessionId }]);
  });
});
