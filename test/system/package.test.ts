import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const project = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'claude-actors-package-'));
let tarball = '';
let packed: string[] = [];

function npm(args: string[], cwd: string): string {
  return execFileSync('npm', [...args, '--silent'], { cwd, encoding: 'utf8' });
}

/** A fresh project of somebody else's, with the tarball installed. */
function install(name: string, type: 'module' | 'commonjs'): string {
  const cwd = join(folder, name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name, private: true, type }));
  npm(['install', tarball, '--prefer-offline', '--no-audit', '--no-fund'], cwd);
  return cwd;
}

function run(cwd: string, file: string, source: string): string {
  writeFileSync(join(cwd, file), source);
  return execFileSync(process.execPath, [file], { cwd, encoding: 'utf8' }).trim();
}

/** What the type-checker says, with no settings but these. */
function typeErrors(cwd: string, file: string): string {
  const tsc = join(project, 'node_modules/typescript/bin/tsc');
  const flags = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext'];
  const args = [tsc, ...flags, '--skipLibCheck', 'false', file];
  const check = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  return check.status === 0 ? '' : `${check.stdout}${check.stderr}status ${check.status}`;
}

beforeAll(() => {
  const [report] = JSON.parse(
    npm(['pack', '--json', '--pack-destination', folder], project).replace(/^[^[]*/, ''),
  ) as [{ filename: string; files: { path: string }[] }];
  tarball = join(folder, report.filename);
  packed = report.files.map((file) => file.path);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the packed package', () => {
  it('holds what users need and nothing else', () => {
    expect(packed).toEqual(
      expect.arrayContaining(['package.json', 'README.md', 'LICENSE', 'dist/index.js']),
    );
    const others = packed.filter(
      (path) =>
        !/^(dist\/.+\.(js|d\.ts)|package\.json|README\.md|LICENSE|CHANGELOG\.md)$/.test(path),
    );
    expect(others).toEqual([]);
  });

  it('is imported from a fresh ESM project', () => {
    const cwd = install('esm', 'module');
    const source = `
      import { ClaudeActorsError, isTerminal } from 'claude-actors';
      console.log(isTerminal(new ClaudeActorsError('BufferOverflow', 'x')));`;
    expect(run(cwd, 'index.js', source)).toBe('true');
  }, 120_000);

  it('is required from a fresh CommonJS project', () => {
    const cwd = install('cjs', 'commonjs');
    const source = `
      const { ClaudeActorsError } = require('claude-actors');
      console.log(new ClaudeActorsError('BufferOverflow', 'x').category);`;
    expect(run(cwd, 'index.js', source)).toBe('stream');
  }, 120_000);

  it.each(['module', 'commonjs'] as const)(
    'gives a TypeScript user of type %s its types, checked without skipLibCheck',
    (type) => {
      const cwd = install(`types-${type}`, type);
      writeFileSync(
        join(cwd, 'index.ts'),
        `import { ClaudeActorsError, type ErrorCode } from 'claude-actors';
         const code: ErrorCode = new ClaudeActorsError('BufferOverflow', 'x').code;
         // @ts-expect-error not a code
         const wrong: ErrorCode = 'Nonsense';
         export { code, wrong };`,
      );
      expect(typeErrors(cwd, 'index.ts')).toEqual('');
    },
    120_000,
  );

  it('gives a CommonJS TypeScript user its types by import = require as well', () => {
    const cwd = install('types-require', 'commonjs');
    writeFileSync(
      join(cwd, 'index.ts'),
      `import claude = require('claude-actors');
       export const code: claude.ErrorCode = new claude.ClaudeActorsError('BufferOverflow', 'x').code;
       // @ts-expect-error not a code
       export const wrong: claude.ErrorCode = 'Nonsense';`,
    );
    expect(typeErrors(cwd, 'index.ts')).toEqual('');
  }, 120_000);

  it('points every entry of the exports map at a file in the tarball', () => {
    const { exports } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
      exports: Record<string, string | Record<string, string>>;
    };
    const targets = Object.values(exports).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry),
    );
    for (const target of targets) expect(packed).toContain(target.replace('./', ''));
  });
});
