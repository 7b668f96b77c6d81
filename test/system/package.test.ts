import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const project = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'claude-actors-package-'));
let tarball = '';
let packed: string[] = [];

function npm(args: string[], cwd: string): string {
  return execFileSync('npm', [...args, '--silent'], { cwd, encoding: 'utf8' });
}

/** Fresh projects of somebody else's, one of each type, with the tarball installed. */
const projects = { module: '', commonjs: '' };

function install(type: 'module' | 'commonjs'): string {
  const cwd = join(folder, type);
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name: type, private: true, type }));
  npm(['install', tarball, '--prefer-offline', '--no-audit', '--no-fund'], cwd);
  // What every project has that runs TypeScript on Node, and a peer that this one has.
  for (const name of ['@types/node', 'undici-types', '@opentelemetry/api']) {
    mkdirSync(join(cwd, 'node_modules', name, '..'), { recursive: true });
    symlinkSync(join(project, 'node_modules', name), join(cwd, 'node_modules', name), 'junction');
  }
  return cwd;
}

function run(cwd: string, file: string, source: string): string {
  writeFileSync(join(cwd, file), source);
  return execFileSync(process.execPath, [file], { cwd, encoding: 'utf8' }).trim();
}

/** A program that has the library in it, by a bundler that resolves packages as all of them do. */
function bundled(external = 'nothing'): string {
  const file = `bundled-without-${external}.mjs`;
  const source = `
    import { createRequire } from 'node:module';
    import { readFileSync } from 'node:fs';
    import { dirname, resolve } from 'node:path';
    const { rollup } = createRequire(${JSON.stringify(join(project, 'package.json'))})('@rollup/wasm-node');
    const program = \`
      import { sessionMachine, turnMachine } from 'claude-actors';
      import { StateMachine } from 'xstate';
      console.log(turnMachine instanceof StateMachine, sessionMachine.id);\`;
    const folderOf = (name) => resolve('node_modules', name);
    const manifestOf = (name) => JSON.parse(readFileSync(resolve(folderOf(name), 'package.json')));
    const pick = (name, { module, default: other }) => resolve(folderOf(name), module ?? other);
    const resolveId = (id, from) => {
      if (id === 'program') return id;
      if (id.startsWith('node:')) return { id, external: true };
      if (id.startsWith('#')) return pick('claude-actors', manifestOf('claude-actors').imports[id]);
      return id.startsWith('.') ? resolve(dirname(from), id) : pick(id, manifestOf(id).exports['.']);
    };
    const bundler = { resolveId, load: (id) => (id === 'program' ? program : null) };
    const onwarn = ({ code, message }) => {
      if (code === 'UNRESOLVED_IMPORT') throw new Error(message);
    };
    const external = [/^@/, '${external}'];
    const built = await rollup({ input: 'program', plugins: [bundler], external, onwarn });
    await built.write({ file: '${file}', inlineDynamicImports: true });`;
  run(projects.module, 'bundler.js', source);
  return readFileSync(join(projects.module, file), 'utf8');
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
  projects.module = install('module');
  projects.commonjs = install('commonjs');
}, 240_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the packed package', () => {
  it('holds what users need and nothing else', () => {
    expect(packed).toEqual(
      expect.arrayContaining(['package.json', 'README.md', 'LICENSE', 'dist/index.js']),
    );
    const others = packed.filter(
      (path) =>
        !/^(dist\/.+\.(c?js|d\.ts)|package\.json|README\.md|LICENSE|CHANGELOG\.md)$/.test(path),
    );
    expect(others).toEqual([]);
  });

  it('is imported from a fresh ESM project', () => {
    const source = `
      import { ClaudeActorsError, isTerminal, query } from 'claude-actors';
      import { fakeCli } from 'claude-actors/testing';
      const types = [];
      for await (const { type } of query('Hi', { port: fakeCli({ turns: [[{ text: 'Hello' }]] }).port })) types.push(type);
      console.log(isTerminal(new ClaudeActorsError('BufferOverflow', 'x')), types.at(-1));`;
    expect(run(projects.module, 'index.js', source)).toBe('true result');
  }, 60_000);

  it('loads what starts processes with the first process, and makes only the smallest charts', () => {
    const source = `
      import { StateNode } from 'xstate';
      const made = [];
      const { _initialize } = StateNode.prototype;
      StateNode.prototype._initialize = function () {
        if (!this.parent) made.push(this.id);
        return _initialize.call(this);
      };
      const { sessionMachine } = await import('claude-actors');
      const isLoaded = (name) => process.moduleLoadList.includes('NativeModule ' + name);
      const loaded = ['child_process', 'crypto', 'net', 'stream'].filter(isLoaded);
      console.log(made.sort().join(), loaded.length, sessionMachine.id, made.join());`;
    expect(run(projects.module, 'light.js', source)).toBe(
      'request,turn 0 session request,turn,session',
    );
  }, 60_000);

  it('works with the XState that the project imports itself', () => {
    const source = `
      import { Actor } from 'xstate';
      import { startSession } from 'claude-actors';
      import { fakeCli } from 'claude-actors/testing';
      const session = await startSession({ options: { port: fakeCli({ turns: [] }).port } });
      console.log(session.actor instanceof Actor);
      await session.stop();`;
    expect(run(projects.module, 'same.js', source)).toBe('true');
  }, 60_000);

  it('is bundled with its XState, and then needs no package beside it', () => {
    const alone = mkdtempSync(join(folder, 'alone-'));
    expect(run(alone, 'program.mjs', bundled())).toBe('true session');
  }, 60_000);

  it('is bundled without it where the project keeps XState out of its bundle', () => {
    const program = bundled('xstate');
    expect(program).toContain("from 'xstate'");
    expect(run(projects.module, 'program.mjs', program)).toBe('true session');
  }, 60_000);

  it('is imported where Node has no getBuiltinModule', () => {
    const source = `
      delete process.getBuiltinModule;
      const { query } = await import('claude-actors');
      const { fakeCli } = await import('claude-actors/testing');
      const { port } = fakeCli({ turns: [[{ text: 'Hello' }]] });
      for await (const { type } of query('Hi', { port })) if (type === 'result') console.log(type);`;
    expect(run(projects.module, 'older.js', source)).toBe('result');
  }, 60_000);

  it('brings a page that a program can open, with all that a browser loads', () => {
    const source = `
      import { openPage } from 'claude-actors/inspect';
      const page = await openPage();
      const files = ['', 'page.css', 'client/main.js', 'model/SystemModel.js'];
      const answers = await Promise.all(files.map((file) => fetch(page.url + file)));
      console.log(answers.map(({ status }) => status).join());
      await page.close();`;
    expect(run(projects.module, 'page.js', source)).toBe('200,200,200,200');
  }, 60_000);

  it('is required from a fresh CommonJS project', () => {
    const source = `
      const { ClaudeActorsError } = require('claude-actors');
      const { openTelemetry } = require('claude-actors/opentelemetry');
      console.log(new ClaudeActorsError('BufferOverflow', 'x').category, typeof openTelemetry());`;
    expect(run(projects.commonjs, 'index.js', source)).toBe('stream object');
  }, 60_000);

  it('brings its command', () => {
    const file = join(projects.module, 'node_modules/.bin/claude-actors');
    const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
    expect(execFileSync(file, ['--version'], { encoding: 'utf8' })).toContain(version);
  }, 60_000);

  it('shows the demo without a CLI and without the optional peers', () => {
    const file = join(projects.module, 'node_modules/.bin/claude-actors');
    const env = { PATH: dirname(process.execPath), HOME: folder };
    const output = execFileSync(file, ['demo'], { cwd: projects.module, env, encoding: 'utf8' });
    expect(output).toMatch(/\nok: one command blocked, one file allowed, one tool answered\.\n$/);
  }, 60_000);

  it.each(['module', 'commonjs'] as const)(
    'gives a TypeScript user of type %s its types, checked without skipLibCheck',
    (type) => {
      writeFileSync(
        join(projects[type], 'types.ts'),
        `import { ClaudeActorsError, type ErrorCode, startSession } from 'claude-actors';
         import { connectInspector, openPage } from 'claude-actors/inspect';
         import { openTelemetry } from 'claude-actors/opentelemetry';
         import { fakeCli } from 'claude-actors/testing';
         const telemetry = openTelemetry({ content: 'hidden' });
         const code: ErrorCode = new ClaudeActorsError('BufferOverflow', 'x').code;
         // @ts-expect-error not a code
         const wrong: ErrorCode = 'Nonsense';
         export const start = () => startSession({ options: { telemetry, port: fakeCli({ turns: [] }).port } });
         export const seen = async () =>
           startSession({ options: { inspect: (await openPage()) ?? (await connectInspector()) } });
         export { code, wrong };`,
      );
      expect(typeErrors(projects[type], 'types.ts')).toEqual('');
    },
    120_000,
  );

  it('gives a CommonJS TypeScript user its types by import = require as well', () => {
    const cwd = projects.commonjs;
    writeFileSync(
      join(cwd, 'required.ts'),
      `import claude = require('claude-actors');
       export const code: claude.ErrorCode = new claude.ClaudeActorsError('BufferOverflow', 'x').code;
       // @ts-expect-error not a code
       export const wrong: claude.ErrorCode = 'Nonsense';`,
    );
    expect(typeErrors(cwd, 'required.ts')).toEqual('');
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
