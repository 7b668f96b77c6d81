import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';

type Entry = Record<string, unknown>;

/** The id of a conversation or a message, by a number. */
export const id = (number: number): string =>
  `abcdef00-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** An entry of a user; its parent is the one with the number before. */
export function userEntry(number: number, content: unknown, more: Entry = {}): Entry {
  return {
    parentUuid: number > 1 ? id(number - 1) : null,
    isSidechain: false,
    type: 'user',
    message: { role: 'user', content },
    uuid: id(number),
    timestamp: `2026-01-01T00:00:${String(number).padStart(2, '0')}.000Z`,
    cwd: '/srv/app',
    sessionId: id(99),
    gitBranch: 'main',
    ...more,
  };
}

export function assistantEntry(number: number, text: string, more: Entry = {}): Entry {
  const message = { id: `msg_${number}`, role: 'assistant', content: [{ type: 'text', text }] };
  return userEntry(number, '', { type: 'assistant', message, ...more });
}

export const lines = (...entries: unknown[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');

export interface Transcripts {
  /** A folder of the test's own. */
  readonly root: string;
  /** The folder with a folder for each project. */
  readonly projects: string;
  /** Writes a file below `projects`, and returns its path. */
  write(path: string, text: string): string;
}

/** An empty configuration folder for each test of a file, which `CLAUDE_CONFIG_DIR` names. */
export function transcripts(): Transcripts {
  let root = '';
  const before = process.env.CLAUDE_CONFIG_DIR;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'claude-actors-transcripts-'));
    process.env.CLAUDE_CONFIG_DIR = join(root, 'config');
    mkdirSync(join(root, 'config', 'projects'), { recursive: true });
  });
  afterEach(() => {
    if (before === undefined) delete process.env.CLAUDE_CONFIG_DIR;
    else process.env.CLAUDE_CONFIG_DIR = before;
    rmSync(root, { recursive: true, force: true });
  });
  const projects = () => join(root, 'config', 'projects');
  return {
    get root() {
      return root;
    },
    get projects() {
      return projects();
    },
    write(path, text) {
      const file = join(projects(), path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
  };
}
