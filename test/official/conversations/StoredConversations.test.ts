import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { StoredConversations } from '../../../src/index.js';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'claude-actors-stored-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const sessionId = '0b4f6c1e-7a52-4a30-9f1d-3d5c7f2a9b10';

/** A configuration folder with one conversation, in which this was asked. */
function folderWith(name: string, asked: string): string {
  const configDir = join(root, name);
  const project = join(configDir, 'projects', root.replace(/[^a-zA-Z0-9]/g, '-'));
  mkdirSync(project, { recursive: true });
  const entry = {
    ...{ type: 'user', uuid: '11111111-1111-4111-8111-111111111111', parentUuid: null },
    ...{ sessionId, cwd: root, timestamp: '2026-11-01T00:00:00.000Z', isSidechain: false },
    message: { role: 'user', content: asked },
  };
  writeFileSync(join(project, `${sessionId}.jsonl`), `${JSON.stringify(entry)}\n`);
  return configDir;
}

it.each([undefined, root])(
  'reads and changes the folder that it was given (dir: %s)',
  async (dir) => {
    const own = (configDir: string) =>
      new StoredConversations({ configDir, ...(dir !== undefined && { dir }) });
    const anna = own(folderWith('anna', 'I am Anna.'));
    const ben = own(folderWith('ben', 'I am Ben.'));
    const [message] = await anna.history(sessionId);
    expect(message).toMatchObject({ message: { content: 'I am Anna.' } });
    await ben.rename(sessionId, 'Of Ben');
    expect((await ben.list()).map(({ summary }) => summary)).toEqual(['Of Ben']);
    expect((await anna.list()).map(({ summary }) => summary)).toEqual(['I am Anna.']);
    await ben.delete(sessionId);
    expect(await ben.history(sessionId)).toEqual([]);
    expect(await anna.get(sessionId)).toMatchObject({ sessionId });
  },
);
