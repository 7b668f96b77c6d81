import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as sdk from '../../../src/index.js';
import { assistantEntry, id, lines, transcripts, userEntry } from '../../support/transcripts.js';

const disk = transcripts();
const session = `-p/${id(99)}.jsonl`;
const four = [
  userEntry(1, 'a'),
  assistantEntry(2, 'b', { slug: 'of-the-original' }),
  userEntry(3, 'c'),
  assistantEntry(4, 'd'),
];
const entriesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    // A rename that meets a growing file may end a line twice; readers skip blank lines.
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('renameSession and tagSession', () => {
  it('append what the CLI appends', async () => {
    const file = disk.write(session, lines(...four));
    await sdk.renameSession(id(99), '  A "title"  ');
    await sdk.tagSession(id(99), ' ta\u200bg ');
    expect(readFileSync(file, 'utf8').slice(lines(...four).length)).toBe(
      lines(
        { type: 'custom-title', customTitle: 'A "title"', sessionId: id(99) },
        { type: 'tag', tag: 'tag', sessionId: id(99) },
      ),
    );
    expect(await sdk.getSessionInfo(id(99))).toMatchObject({ summary: 'A "title"', tag: 'tag' });
    await sdk.tagSession(id(99), null);
    expect((await sdk.getSessionInfo(id(99)))?.tag).toBeUndefined();
  });

  it('are not swallowed by half a line', async () => {
    disk.write(session, `${lines(...four)}{"type":"user","mess`);
    await sdk.renameSession(id(99), 'Title');
    expect(await sdk.getSessionInfo(id(99))).toMatchObject({ customTitle: 'Title' });
    expect(await sdk.getSessionMessages(id(99))).toHaveLength(4);
  });

  it('lose nothing while another process appends', async () => {
    const file = disk.write(session, lines(...four));
    const script = `const fs = require('fs');
      const file = fs.openSync(process.argv[1], 'a');
      for (let n = 0; n < 300; n++) fs.writeSync(file, JSON.stringify({ n, pad: 'p'.repeat(9000) }) + '\\n');`;
    const writer = spawn(process.execPath, ['-e', script, file]);
    const ended = once(writer, 'exit');
    for (let n = 0; n < 50; n++) await sdk.renameSession(id(99), `title ${n}`);
    await ended;
    const entries = entriesOf(file);
    expect(entries.filter(({ pad }) => pad !== undefined)).toHaveLength(300);
    expect(entries.filter(({ type }) => type === 'custom-title')).toHaveLength(50);
  });

  it('say what is wrong', async () => {
    disk.write(session, lines(...four));
    await expect(sdk.renameSession('x', 'y')).rejects.toMatchObject({
      code: 'InvalidOption',
      message: expect.stringContaining('Invalid sessionId: x'),
    });
    await expect(sdk.renameSession(id(99), ' ')).rejects.toThrow('title must be non-empty');
    await expect(sdk.tagSession(id(99), '\u200b')).rejects.toThrow('tag must be non-empty');
    await expect(sdk.renameSession(id(1), 'y')).rejects.toMatchObject({
      code: 'SessionNotFound',
      message: expect.stringContaining(`Session ${id(1)} not found in any project directory`),
    });
    await expect(sdk.renameSession(id(1), 'y', { dir: '/no' })).rejects.toThrow(
      `Session ${id(1)} not found in project directory for /no`,
    );
  });

  it('do not write behind a link', async () => {
    const outside = join(disk.root, 'outside.jsonl');
    writeFileSync(outside, lines(...four));
    disk.write('-p/x', '');
    symlinkSync(outside, join(disk.projects, session));
    await expect(sdk.renameSession(id(99), 'y')).rejects.toThrow('not found');
    await expect(sdk.deleteSession(id(99))).rejects.toThrow('not found');
    expect(readFileSync(outside, 'utf8')).toBe(lines(...four));
  });
});

describe('archiveSession', () => {
  it('lasts until a user sends a prompt or unarchives', async () => {
    const file = disk.write(session, lines(...four));
    expect(await sdk.getSessionInfo(id(99))).not.toHaveProperty('archived', expect.anything());
    await sdk.archiveSession(id(99));
    expect(await sdk.getSessionInfo(id(99))).toMatchObject({ archived: true });
    const mark = join(disk.projects, '-p', id(99), 'archived.json');
    expect(statSync(mark).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(mark, 'utf8'))).toMatchObject({ archived: true, by: 'sdk' });
    await sdk.unarchiveSession(id(99));
    expect(await sdk.getSessionInfo(id(99))).toMatchObject({ archived: false });
    await sdk.archiveSession(id(99));
    const timestamp = new Date(Date.now() + 1_000).toISOString();
    writeFileSync(file, lines(...four, userEntry(5, 'again', { timestamp })));
    expect(await sdk.getSessionInfo(id(99))).toMatchObject({ archived: false });
  });

  it('refuses a store', async () => {
    const sessionStore = new sdk.InMemorySessionStore();
    await expect(sdk.archiveSession(id(99), { sessionStore })).rejects.toThrow(
      'Archiving is not supported with sessionStore',
    );
  });
});

describe('deleteSession', () => {
  it('deletes the transcript and those of subagents', async () => {
    const file = disk.write(session, lines(...four));
    disk.write(`-p/${id(99)}/subagents/agent-a.jsonl`, lines(...four));
    await sdk.deleteSession(id(99));
    expect(existsSync(file)).toBe(false);
    expect(existsSync(join(disk.projects, '-p', id(99)))).toBe(false);
    await expect(sdk.deleteSession(id(99))).rejects.toThrow('not found');
  });
});

describe('forkSession', () => {
  it('copies the conversation under new ids', async () => {
    const source = disk.write(session, lines(...four, { type: 'mode', mode: 'normal' }));
    const { sessionId } = await sdk.forkSession(id(99));
    const file = join(disk.projects, '-p', `${sessionId}.jsonl`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const forked = entriesOf(file);
    expect(forked.map(({ type }) => type)).toEqual([
      ...['user', 'assistant', 'user', 'assistant', 'custom-title'],
    ]);
    expect(forked[1]).toMatchObject({
      parentUuid: forked[0]?.uuid,
      sessionId,
      forkedFrom: { sessionId: id(99), messageUuid: id(2) },
    });
    expect(forked[1]).not.toHaveProperty('slug');
    expect(await sdk.getSessionInfo(sessionId)).toMatchObject({ customTitle: 'a (fork)' });
    expect(await sdk.getSessionMessages(sessionId)).toHaveLength(4);
    expect(readFileSync(source, 'utf8')).toBe(lines(...four, { type: 'mode', mode: 'normal' }));
  });

  it('ends at a message, and takes a title', async () => {
    disk.write(session, lines(...four));
    const options = { upToMessageId: id(2), title: ' Mine ' };
    const { sessionId } = await sdk.forkSession(id(99), options);
    expect(await sdk.getSessionMessages(sessionId)).toHaveLength(2);
    expect(await sdk.getSessionInfo(sessionId)).toMatchObject({ customTitle: 'Mine' });
  });

  it('says what is wrong', async () => {
    disk.write(session, lines(...four));
    disk.write(`-p/${id(98)}.jsonl`, lines({ type: 'mode' }));
    await expect(sdk.forkSession(id(99), { upToMessageId: id(50) })).rejects.toThrow(
      `Message ${id(50)} not found in session ${id(99)}`,
    );
    await expect(sdk.forkSession(id(98))).rejects.toThrow('has no messages to fork');
    await expect(sdk.forkSession(id(97))).rejects.toThrow(`Session ${id(97)} not found`);
  });
});

it('leaves no half of a fork behind if it cannot be written', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  // JSON.parse takes any depth, JSON.stringify does not.
  const tooDeep = lines(userEntry(3, 'DEEP')).replace('"DEEP"', deep);
  const file = disk.write(session, `${lines(...four.slice(0, 2))}${tooDeep}`);
  const before = readdirSync(dirname(file));
  await expect(sdk.forkSession(id(99))).rejects.toThrow();
  expect(readdirSync(dirname(file))).toEqual(before);
});

describe('an id that is a path', () => {
  const hostile = ['../outside', `../-p/${id(99)}`, `${id(99)}/../x`, '..', '', `${id(99)}\0`];

  it.each(hostile)(
    '%j is refused by everything that writes, and nothing is touched',
    async (bad) => {
      disk.write(session, lines(...four));
      const outside = join(disk.root, 'outside.jsonl');
      writeFileSync(outside, lines(...four));
      const store = new sdk.InMemorySessionStore();
      const calls = [
        () => sdk.renameSession(bad, 'title'),
        () => sdk.tagSession(bad, 'tag'),
        () => sdk.archiveSession(bad),
        () => sdk.unarchiveSession(bad),
        () => sdk.deleteSession(bad),
        () => sdk.forkSession(bad),
        () => sdk.importSessionToStore(bad, store),
      ];
      for (const call of calls)
        await expect(call()).rejects.toMatchObject({ code: 'InvalidOption' });
      expect(readFileSync(outside, 'utf8')).toBe(lines(...four));
      expect(readFileSync(join(disk.projects, session), 'utf8')).toBe(lines(...four));
    },
  );
});
