import { describe, expect, it } from '@jest/globals';
import * as sdk from '../../../src/index.js';
import { assistantEntry, id, lines, transcripts, userEntry } from '../../support/transcripts.js';

const disk = transcripts();
const dir = '/no/such/project';
const projectKey = '-no-such-project';
const key = { projectKey, sessionId: id(99) };
const two = [userEntry(1, 'a'), assistantEntry(2, 'b')] as sdk.SessionStoreEntry[];

async function filled(): Promise<sdk.InMemorySessionStore> {
  const store = new sdk.InMemorySessionStore();
  await store.append(key, two);
  await store.append({ ...key, subpath: 'subagents/agent-a1' }, [
    ...two,
    { type: 'agent_metadata', toolUseId: 'toolu_1' },
  ]);
  return store;
}

describe('InMemorySessionStore', () => {
  it('keeps transcripts and their summaries', async () => {
    const store = await filled();
    expect(store.size).toBe(1);
    expect(await store.load(key)).toEqual(two);
    expect(await store.load({ ...key, sessionId: id(1) })).toBeNull();
    expect(await store.listSubkeys(key)).toEqual(['subagents/agent-a1']);
    expect(await store.listSessions(projectKey)).toEqual([
      { sessionId: id(99), mtime: expect.any(Number) },
    ]);
    expect(await store.listSessionSummaries(projectKey)).toMatchObject([
      { sessionId: id(99), data: { firstPrompt: 'a' } },
    ]);
    expect(await store.listSessions('-other')).toEqual([]);
    await store.delete(key);
    expect(store.getEntries({ ...key, subpath: 'subagents/agent-a1' })).toEqual([]);
    expect(store.size).toBe(0);
  });
});

describe('a store instead of the folder', () => {
  it('is listed, read, and changed', async () => {
    const sessionStore = await filled();
    const where = { dir, sessionStore };
    await sdk.renameSession(id(99), 'Title', where);
    await sdk.tagSession(id(99), 'tag', where);
    expect(await sdk.listSessions(where)).toMatchObject([
      { sessionId: id(99), summary: 'Title', tag: 'tag', firstPrompt: 'a' },
    ]);
    expect(await sdk.getSessionInfo(id(99), where)).toMatchObject({ summary: 'Title' });
    expect(await sdk.getSessionMessages(id(99), { ...where, limit: 1 })).toHaveLength(1);
    expect(await sdk.listSubagents(id(99), where)).toEqual(['a1']);
    expect(await sdk.getSubagentMessages(id(99), 'a1', where)).toMatchObject([
      { parent_tool_use_id: 'toolu_1' },
      { parent_tool_use_id: 'toolu_1' },
    ]);
    const { sessionId } = await sdk.forkSession(id(99), where);
    expect(await sdk.getSessionInfo(sessionId, where)).toMatchObject({ summary: 'Title (fork)' });
    await sdk.deleteSession(id(99), where);
    expect(await sdk.getSessionMessages(id(99), where)).toEqual([]);
    expect(await sdk.listSessions(where)).toHaveLength(1);
  });

  it('loads only what its summaries do not say, and lists what it cannot load', async () => {
    const inner = await filled();
    const [fresh] = await inner.listSessionSummaries(projectKey);
    const loaded: string[] = [];
    const sessionStore: sdk.SessionStore = {
      append: async () => {},
      async load({ sessionId }) {
        loaded.push(sessionId);
        if (sessionId === id(3)) throw new Error('out of order');
        return two;
      },
      listSessions: async () => [1, 2, 3].map((n) => ({ sessionId: id(n), mtime: 10 - n })),
      listSessionSummaries: async () => [
        { sessionId: id(1), mtime: 9, data: fresh?.data ?? {} },
        { sessionId: id(2), mtime: 1, data: fresh?.data ?? {} },
      ],
    };
    const listed = await sdk.listSessions({ dir, sessionStore });
    expect(loaded).toEqual([id(2), id(3)]);
    expect(listed.map(({ sessionId, summary }) => [sessionId, summary])).toEqual([
      [id(1), 'a'],
      [id(2), 'a'],
      [id(3), ''],
    ]);
  });

  it('knows about a conversation with an entry that is nested too deep to be written', async () => {
    const sessionStore = await filled();
    const content = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    await sessionStore.append(key, [{ type: 'user', message: { role: 'user', content } }]);
    const { load, append } = sessionStore;
    const plain = { load: load.bind(sessionStore), append: append.bind(sessionStore) };
    const info = await sdk.getSessionInfo(id(99), { dir, sessionStore: plain });
    expect(info).toMatchObject({ summary: 'a' });
  });

  it('must be able to list', async () => {
    const sessionStore = { append: async () => {}, load: async () => null };
    await expect(sdk.listSessions({ sessionStore })).rejects.toThrow(
      'sessionStore.listSessions is not implemented',
    );
    await expect(sdk.listSubagents(id(99), { sessionStore })).rejects.toThrow(
      'sessionStore.listSubkeys is not implemented',
    );
    await expect(sdk.deleteSession(id(99), { sessionStore })).resolves.toBeUndefined();
  });
});

describe('importSessionToStore', () => {
  it('copies a conversation and its subagents in batches', async () => {
    disk.write(`${projectKey}/${id(99)}.jsonl`, `${lines(...two)}{"half":`);
    disk.write(`${projectKey}/${id(99)}/subagents/agent-a1.jsonl`, lines(...two));
    disk.write(`${projectKey}/${id(99)}/subagents/agent-a1.meta.json`, '{"toolUseId":"t"}');
    const store = new sdk.InMemorySessionStore();
    const sizes: number[] = [];
    const append = store.append.bind(store);
    store.append = async (to, entries) => {
      sizes.push(entries.length);
      await append(to, entries);
    };
    await sdk.importSessionToStore(id(99), store, { dir, batchSize: 1 });
    expect(sizes).toEqual([1, 1, 1, 1, 1]);
    expect(store.getEntries(key)).toEqual(two);
    expect(store.getEntries({ ...key, subpath: 'subagents/agent-a1' })).toEqual([
      ...two,
      { type: 'agent_metadata', toolUseId: 't' },
    ]);
    await expect(sdk.importSessionToStore(id(1), store)).rejects.toThrow('not found');
  });
});
