import { execFileSync, spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { folderNameOf } from '../../../src/ffi/projectFolders.js';
import { getSessionInfo, listSessions } from '../../../src/index.js';
import { buildSources } from '../../support/buildSources.js';
import { smallEnv } from '../../support/startCli.js';
import { assistantEntry, id, lines, transcripts, userEntry } from '../../support/transcripts.js';

const disk = transcripts();
const hello = lines(userEntry(1, 'Hello'), assistantEntry(2, 'Hi.'));
const padding = { type: 'x', pad: 'p'.repeat(70_000) };
const summaries = async (options = {}) =>
  (await listSessions(options)).map(({ summary }) => summary);

describe('listSessions', () => {
  it('describes a conversation', async () => {
    const file = disk.write(`-work-app/${id(99)}.jsonl`, hello);
    utimesSync(file, 1_000, 2_000);
    expect(await listSessions()).toEqual([
      {
        sessionId: id(99),
        summary: 'Hello',
        lastModified: 2_000_000,
        fileSize: Buffer.byteLength(hello),
        firstPrompt: 'Hello',
        gitBranch: 'main',
        cwd: '/srv/app',
        createdAt: Date.parse('2026-01-01T00:00:01.000Z'),
      },
    ]);
    expect(await getSessionInfo(id(99))).toEqual((await listSessions())[0]);
  });

  it.each([
    ['the title that a user gave', [{ type: 'custom-title', customTitle: 'Mine' }], 'Mine'],
    ['the title that the CLI generated', [{ type: 'ai-title', aiTitle: 'Its' }], 'Its'],
    ['the last prompt', [{ type: 'last-prompt', lastPrompt: 'Bye' }], 'Bye'],
    ['nothing else that says "customTitle"', [userEntry(2, 'x', { customTitle: 'No' })], 'Hello'],
    ['the title in the last 64 KiB', [padding, { type: 'custom-title', customTitle: 'T' }], 'T'],
    [
      'no title in between',
      [padding, { type: 'custom-title', customTitle: 'T' }, padding],
      'Hello',
    ],
  ])('shows %s', async (_, more, summary) => {
    disk.write(`-p/${id(1)}.jsonl`, lines(userEntry(1, 'Hello'), ...more));
    expect(await summaries()).toEqual([summary]);
  });

  it.each([
    ['<command-name>/init</command-name>', '/init'],
    ['<bash-input>ls</bash-input>', '! ls'],
    [[{ type: 'image' }], 'Image'],
    ['x'.repeat(300), `${'x'.repeat(200)}…`],
    ['two\nlines', 'two lines'],
  ])('makes a summary of %j', async (content, summary) => {
    disk.write(`-p/${id(1)}.jsonl`, lines(userEntry(1, content)));
    expect(await summaries()).toEqual([summary]);
  });

  it('lists the newest first, a page at a time, each conversation once', async () => {
    for (const number of [1, 2, 3, 4]) {
      const file = disk.write(`-p/${id(number)}.jsonl`, lines(userEntry(1, `${number}`)));
      utimesSync(file, number, number);
    }
    utimesSync(disk.write(`-q/${id(1)}.jsonl`, lines(userEntry(1, 'moved'))), 9, 9);
    expect(await summaries()).toEqual(['moved', '4', '3', '2']);
    expect(await summaries({ limit: 2, offset: 1 })).toEqual(['4', '3']);
    expect(await summaries({ offset: 9 })).toEqual([]);
  });

  it('lists a project by its path, also by a long one and through a link', async () => {
    const deep = join(disk.root, 'd'.repeat(150), 'e'.repeat(150));
    mkdirSync(deep, { recursive: true });
    symlinkSync(deep, join(disk.root, 'link'));
    const name = folderNameOf(deep);
    expect(name).toMatch(/^.{200}-[0-9a-z]+$/);
    disk.write(`${name}/${id(1)}.jsonl`, lines(userEntry(1, 'long')));
    // Other versions of the CLI have another hash, and other projects have the same beginning.
    const other = `${name.slice(0, 201)}other`;
    disk.write(`${other}/${id(2)}.jsonl`, lines(userEntry(1, 'same', { cwd: deep })));
    disk.write(`${other}/${id(3)}.jsonl`, lines(userEntry(1, 'not ours')));
    expect((await summaries({ dir: deep })).sort()).toEqual(['long', 'same']);
    expect((await summaries({ dir: join(disk.root, 'link') })).sort()).toEqual(['long', 'same']);
    expect(await getSessionInfo(id(3), { dir: deep })).toBeUndefined();
  });

  it('lists the other worktrees of a repository unless told not to', async () => {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: disk.root, env: gitEnv() });
    git('init', '-q', 'main');
    git('-C', 'main', 'commit', '-q', '--allow-empty', '-m', 'x');
    git('-C', 'main', 'worktree', 'add', '-q', '../other');
    for (const name of ['main', 'other', 'main-2']) {
      const folder = folderNameOf(join(disk.root, name));
      disk.write(`${folder}/${id(name.length)}.jsonl`, lines(userEntry(1, name)));
    }
    const dir = join(disk.root, 'main');
    expect((await summaries({ dir })).sort()).toEqual(['main', 'other']);
    expect(await summaries({ dir, includeWorktrees: false })).toEqual(['main']);
    expect(await getSessionInfo(id(5), { dir })).toMatchObject({ summary: 'other' });
  });

  it('leaves out what programs started, if told so', async () => {
    disk.write(`-p/${id(1)}.jsonl`, lines(userEntry(1, 'user', { entrypoint: 'cli' })));
    disk.write(`-p/${id(2)}.jsonl`, lines(userEntry(1, 'program', { entrypoint: 'sdk-ts' })));
    expect(await summaries({ includeProgrammatic: false })).toEqual(['user']);
  });

  it('passes over what is no transcript', async () => {
    disk.write(`-p/${id(1)}.jsonl`, `\0\0\0\n{"half":\n${hello}{"type":"custom-title","custo`);
    disk.write(`-p/${id(2)}.jsonl`, '');
    disk.write(`-p/${id(3)}.jsonl`, `${'['.repeat(200_000)}\n`);
    disk.write(`-p/${id(4)}.jsonl`, Buffer.alloc(300_000, 0xff).toString('latin1'));
    disk.write('-p/notes.jsonl', hello);
    disk.write(`-p/${id(5)}.jsonl/folder`, hello);
    disk.write(`-p/${id(6)}.jsonl`, '{"__proto__":{"polluted":true},"type":"user"}\n');
    disk.write('stray', hello);
    expect(await summaries()).toEqual(['Hello']);
    expect({}).not.toHaveProperty('polluted');
  });

  it('does not wait for a pipe, and follows no link', async () => {
    const outside = join(disk.root, `${id(1)}.jsonl`);
    writeFileSync(outside, lines(userEntry(1, 'secret')));
    mkdirSync(join(disk.projects, '-p'));
    symlinkSync(outside, join(disk.projects, '-p', `${id(1)}.jsonl`));
    symlinkSync(disk.root, join(disk.projects, '-q'));
    execFileSync('mkfifo', [join(disk.projects, '-p', `${id(2)}.jsonl`)]);
    expect(await listSessions()).toEqual([]);
    expect(await getSessionInfo(id(1))).toBeUndefined();
    expect(await getSessionInfo(id(2))).toBeUndefined();
    symlinkSync(disk.root, join(disk.projects, folderNameOf(disk.root)));
    expect(await listSessions({ dir: disk.root })).toEqual([]);
  });

  it('lists 1,000 conversations of 1 MB in less than 100 MB of memory', () => {
    const entry = lines(userEntry(1, 'A prompt that is long enough to keep memory. '.repeat(9)));
    const first = disk.write('-p/first', entry.repeat(Math.ceil(2 ** 20 / entry.length)));
    for (let number = 0; number < 1_000; number++) {
      linkSync(first, join(disk.projects, '-p', `${id(number)}.jsonl`));
    }
    expect(readdirSync(join(disk.projects, '-p'))).toHaveLength(1_001);
    const build = buildSources();
    const script = `
      import { readFileSync } from 'node:fs';
      const { listSessions } = await import(${JSON.stringify(build.url('index.js'))});
      const { length } = await listSessions();
      // On Linux, maxRSS counts the memory of the parent that this process was forked from.
      const own = process.platform === 'linux' && readFileSync('/proc/self/status', 'utf8');
      const kib = own ? /VmHWM:\\s+(\\d+)/.exec(own)[1] : process.resourceUsage().maxRSS;
      console.log(JSON.stringify({ length, kib: Number(kib) }));`;
    const env = { ...smallEnv, CLAUDE_CONFIG_DIR: process.env.CLAUDE_CONFIG_DIR };
    const args = ['--input-type=module', '-e', script];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
    build.remove();
    expect(stderr).toBe('');
    const { length, kib } = JSON.parse(stdout) as { length: number; kib: number };
    expect(length).toBe(1_000);
    expect(kib / 1024).toBeLessThan(100);
  });
});

function gitEnv() {
  const someone = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b.c' };
  const other = { GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b.c' };
  return { ...smallEnv, HOME: disk.root, ...someone, ...other };
}
