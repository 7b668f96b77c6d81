import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { projectKeyOf } from '../../src/ffi/projectFolders.js';

let root: string;
let cwd: string;
let projectKey: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'claude-actors-project-'));
  cwd = join(root, 'project');
  mkdirSync(cwd);
  projectKey = await projectKeyOf(cwd, {});
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the key of a project', () => {
  it('is its real path in letters, digits and dashes', async () => {
    const link = join(root, 'link');
    symlinkSync(cwd, link);
    expect(await projectKeyOf('/no/such_dir/é.x', {})).toBe('-no-such-dir---x');
    expect(await projectKeyOf(link, {})).toBe(projectKey);
    expect(projectKey).toMatch(/^[\w-]+-project$/);
  });

  it('of a long path is cut, and told from others by a hash', async () => {
    const path = `/no/${'x'.repeat(300)}`;
    const key = await projectKeyOf(path, {});
    expect(key.slice(0, 201)).toBe(`-no-${'x'.repeat(196)}-`);
    expect(key.slice(201)).toBe('zhnt6p');
    expect(await projectKeyOf(`${path}y`, {})).not.toBe(key);
  });

  it('is the name that the environment gives, beside a configuration of its own', async () => {
    const env = { CLAUDE_CODE_PROJECT_DIR_NAME: 'mine' };
    expect(await projectKeyOf(cwd, { ...env, CLAUDE_CONFIG_DIR: '/x' })).toBe('mine');
    expect(await projectKeyOf(cwd, env)).toBe(projectKey);
    const bad = { CLAUDE_CODE_PROJECT_DIR_NAME: '../x', CLAUDE_CONFIG_DIR: '/x' };
    expect(await projectKeyOf(cwd, bad)).toBe(projectKey);
  });
});
