import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const project = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'claude-actors-package-'));
let tarball = '';
let packed: string[] = [];

function npm(args: string[], cwd: string): string {
  return execFileSync('npm', [...args, '--silent'], { cwd, encoding: 'utf8' });
}

/** Projects of a user, one of each type, below a folder in which the tarball is installed once. */
const projects = { module: join(folder, 'module'), commonjs: join(folder, 'commonjs') };

function install(): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'user', private: true }));
  npm(['install', tarball, '--prefer-offline', '--no-audit', '--no-fund'], folder);
  // What every project has that runs TypeScript on Node. `@anthropic-ai/sdk` brings OpenTelemetry.
  for (const name of ['@types/node', 'undici-types']) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(project, 'node_modules', name), place, 'junction');
  }
  for (const [type, cwd] of Object.entries(projects)) {
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name: type, private: true, type }));
  }
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
    const { rollup } = createRequire(${JSON.stringify(join(project, 'package.json'))})('rollup');
    const program = \`
      import { sessionMachine, turnMachine } from 'claude-actors';
      import { StateMachine } from 'xstate';
      console.log(turnMachine instanceof StateMachine, sessionMachine.id);\`;
    const folderOf = (name) => resolve('../node_modules', name);
    const manifestOf = (name) => JSON.parse(readFileSync(resolve(folderOf(name), 'package.json')));
    const pick = (name, { module, default: other }) => resolve(folderOf(name), module ?? other);
    const resolveId = (id, from) => {
      if (id === 'program') return id;
      if (id.startsWith('node:')) return { id, external: true };
      return id.startsWith('.') ? resolve(dirname(from), id) : pick(id, manifestOf(id).exports['.']);
    };
    const bundler = { resolveId, load: (id) => (id === 'program' ? program : null) };
    const onwarn = ({ code, message }) => {
      if (code === 'UNRESOLVED_IMPORT') throw new Error(message);
    };
    const external = [/^@/, 'ndjson', 'zod', '${external}'];
    const built = await rollup({ input: 'program', plugins: [bundler], external, onwarn });
    await built.write({ file: '${file}', inlineDynamicImports: true });`;
  run(projects.module, 'bundler.js', source);
  return readFileSync(join(projects.module, file), 'utf8');
}

/**
 * What TypeScript reports about the user's files and about this package, without `skipLibCheck`. The
 * types of other packages are read and not checked: XState's have errors of their own.
 */
function typeErrors(files: string[], settings: string[]): string {
  const strictest = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false'];
  const flags = ['--noEmit', '--target', 'es2022', ...strictest, ...settings];
  const { options, errors } = ts.parseCommandLine(flags);
  const host = { ...ts.createCompilerHost(options), getCurrentDirectory: () => folder };
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    options,
    host,
  );
  const checked = program
    .getSourceFiles()
    .filter(({ fileName }) => !/node_modules\/(?!claude-actors\/)/.test(fileName));
  expect(checked.length).toBeGreaterThan(files.length);
  const found = checked.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
    ...(options.declaration ? program.getDeclarationDiagnostics(file) : []),
  ]);
  const general = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
  return ts.formatDiagnostics([...errors, ...general, ...found], host);
}

beforeAll(() => {
  const [report] = JSON.parse(
    npm(['pack', '--json', '--pack-destination', folder], project).replace(/^[^[]*/, ''),
  ) as [{ filename: string; files: { path: string }[] }];
  tarball = join(folder, report.filename);
  packed = report.files.map((file) => file.path);
  install();
}, 240_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the packed package', () => {
  it('holds what users need and nothing else', () => {
    expect(packed).toEqual(
      expect.arrayContaining(['package.json', 'README.md', 'LICENSE', 'dist/index.js']),
    );
    const others = packed.filter(
      (path) =>
        !/^(dist\/.+\.(js|js\.map|d\.ts)|package\.json|README\.md|LICENSE|CHANGELOG\.md)$/.test(
          path,
        ),
    );
    expect(others).toEqual([]);
  });

  it('has one file of types for each entry, and two for what they share', () => {
    const types = packed.filter((path) => path.endsWith('.d.ts')).sort();
    expect(types).toEqual([
      'dist/chunks/engineTypes.d.ts',
      'dist/chunks/library.d.ts',
      'dist/fleet/index.d.ts',
      'dist/index.d.ts',
      'dist/inspect/index.d.ts',
      'dist/official/sdkTools.d.ts',
      'dist/opentelemetry/index.d.ts',
      'dist/testing/index.d.ts',
    ]);
  });

  it('has source maps that lead to the sources', () => {
    const source = `
      process.setSourceMapsEnabled(true);
      const { query } = await import('claude-actors');
      try { query('Hi', { model: 5 }); } catch ({ stack }) { console.log(stack); }`;
    expect(run(projects.module, 'mapped.js', source)).toMatch(/src\/options\/\w+\.ts:\d+:\d+/);
    const map = JSON.parse(
      readFileSync(join(folder, 'node_modules/claude-actors/dist/chunks/library.js.map'), 'utf8'),
    ) as { sources: string[]; sourcesContent: (string | null)[] };
    expect(map.sourcesContent).toHaveLength(map.sources.length);
    expect(map.sourcesContent.filter((content) => !content)).toEqual([]);
  }, 60_000);

  it('serves the inspector page with source maps that have the sources in them', () => {
    const source = `
      import { openPage } from 'claude-actors/inspect';
      const page = await openPage();
      const get = async (path) => (await fetch(new URL(path, page.url))).text();
      const code = await get('client/main.js');
      const [, name] = /\\n\\/\\/# sourceMappingURL=(.+)\\n$/.exec(code) ?? [];
      const { sources, sourcesContent } = JSON.parse(await get('client/' + name));
      const unmapped = sources.filter((_, index) => !sourcesContent[index]);
      await page.close();
      console.log(/^import /m.test(code), sources.length > 15, unmapped.length);`;
    expect(run(projects.module, 'page.js', source)).toBe('false true 0');
  }, 60_000);

  it('is imported from a fresh ESM project', () => {
    const source = `
      import { ClaudeActorsError, isTerminal, query } from 'claude-actors';
      import { fakeCli } from 'claude-actors/testing';
      const types = [];
      for await (const { type } of query('Hi', { port: fakeCli({ turns: [[{ text: 'Hello' }]] }).port })) types.push(type);
      console.log(isTerminal(new ClaudeActorsError('BufferOverflow', 'x')), types.at(-1));`;
    expect(run(projects.module, 'index.js', source)).toBe('true result');
  }, 60_000);

  it('makes only the smallest charts when it is imported', () => {
    const source = `
      import { StateNode } from 'xstate';
      const made = [];
      const { _initialize } = StateNode.prototype;
      StateNode.prototype._initialize = function () {
        if (!this.parent) made.push(this.id);
        return _initialize.call(this);
      };
      const { sessionMachine } = await import('claude-actors');
      console.log(made.sort().join(), sessionMachine.id, made.join());`;
    expect(run(projects.module, 'light.js', source)).toBe(
      'request,turn session request,turn,session',
    );
  }, 60_000);

  it('loads XState when it is imported, the MCP SDK when it is used, and types never', () => {
    const hooks = `
      import { appendFileSync } from 'node:fs';
      export function load(url, context, next) {
        const [, name] = /.*node_modules.((?:@[^/]+.)?[^/]+)/.exec(url) ?? [];
        if (name) appendFileSync('loaded.txt', name + ' ');
        return next(url, context);
      }`;
    const source = `
      import { readFileSync } from 'node:fs';
      import { register } from 'node:module';
      register('data:text/javascript,' + ${JSON.stringify(encodeURIComponent(hooks))});
      const loaded = () => [...new Set(readFileSync('loaded.txt', 'utf8').trim().split(' '))];
      const { createSdkMcpServer, query } = await import('claude-actors');
      const atImport = loaded();
      const { fakeCli } = await import('claude-actors/testing');
      const mcpServers = { calc: createSdkMcpServer({ name: 'calc' }) };
      for await (const _ of query('Hi', { port: fakeCli().port, mcpServers, mode: 'session' }));
      const used = ['@modelcontextprotocol/sdk', 'zod', '@anthropic-ai/sdk'];
      console.log(atImport.sort().join(), used.map((name) => loaded().includes(name)).join());`;
    expect(run(projects.module, 'loaded.js', source)).toBe('claude-actors,xstate true,true,false');
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

  it('is bundled without it if the project keeps XState out of its bundle', () => {
    const program = bundled('xstate');
    expect(program).toContain("from 'xstate'");
    expect(run(projects.module, 'program.mjs', program)).toBe('true session');
  }, 60_000);

  it('brings a page that a program can open, with all that a browser loads', () => {
    const source = `
      import { openPage } from 'claude-actors/inspect';
      const page = await openPage();
      const files = ['', 'page.css', 'client/main.js', 'client/main.js.map'];
      const answers = await Promise.all(files.map((file) => fetch(page.url + file)));
      console.log(answers.map(({ status }) => status).join());
      await page.close();`;
    expect(run(projects.module, 'page.js', source)).toBe('200,200,200,200');
  }, 60_000);

  it('is required from a fresh CommonJS project', () => {
    const source = `
      const { ClaudeActorsError } = require('claude-actors');
      const { openTelemetry } = require('claude-actors/opentelemetry');
      if (require('claude-actors/core').query !== require('claude-actors').query) throw 'two copies';
      console.log(new ClaudeActorsError('BufferOverflow', 'x').category, typeof openTelemetry());`;
    expect(run(projects.commonjs, 'index.js', source)).toBe('stream object');
  }, 60_000);

  it('brings its command', () => {
    const file = join(folder, 'node_modules/.bin/claude-actors');
    const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
    expect(execFileSync(file, ['--version'], { encoding: 'utf8' })).toContain(version);
  }, 60_000);

  it('shows the demo without a CLI and without the optional peers', () => {
    const file = join(folder, 'node_modules/.bin/claude-actors');
    const env = { PATH: dirname(process.execPath), HOME: folder };
    const output = execFileSync(file, ['demo'], { cwd: projects.module, env, encoding: 'utf8' });
    expect(output).toMatch(/\nok: one command blocked, one file allowed, one tool answered\.\n$/);
  }, 60_000);

  describe('gives a TypeScript user its types, checked without skipLibCheck', () => {
    const imported = `
      import { ClaudeActorsError, type ErrorCode, sessionMachine, startSession } from 'claude-actors';
      import { connectInspector, openPage } from 'claude-actors/inspect';
      import { type Options, query } from 'claude-actors/core';
      import { openTelemetry } from 'claude-actors/opentelemetry';
      import type { BashInput } from 'claude-actors/sdk-tools';
      import type { BashOutput } from 'claude-actors/sdk-tools.js';
      import { fakeCli } from 'claude-actors/testing';
      export const tool = (input: BashInput): Pick<BashOutput, 'stdout'> => ({ stdout: input.command });
      const telemetry = openTelemetry({ content: 'hidden' });
      const code: ErrorCode = new ClaudeActorsError('BufferOverflow', 'x').code;
      // @ts-expect-error not a code
      const wrong: ErrorCode = 'Nonsense';
      export const { port } = fakeCli({ turns: [] });
      export const start = () => startSession({ options: { telemetry, port } });
      export const seen = async () =>
        startSession({ options: { inspect: (await openPage()) ?? (await connectInspector()) } });
      export const ask = (options: Options) => query({ prompt: 'Hi', options });
      export { code, sessionMachine, wrong };`;
    const required = `
      import claude = require('claude-actors');
      export const code: claude.ErrorCode = new claude.ClaudeActorsError('BufferOverflow', 'x').code;
      // @ts-expect-error not a code
      export const wrong: claude.ErrorCode = 'Nonsense';`;
    const oldStyle = `
      import { ClaudeActorsError, type ErrorCode, query, sessionMachine } from 'claude-actors';
      import type { Options } from 'claude-actors/core';
      import type { BashInput } from 'claude-actors/sdk-tools';
      import type { BashOutput } from 'claude-actors/sdk-tools.js';
      export const tool = ({ command }: BashInput): Pick<BashOutput, 'stdout'> => ({ stdout: command });
      export const ask = (options: Options) => query({ prompt: 'Hi', options });
      // @ts-expect-error not a command
      export const input: BashInput = { command: 1 };
      export const code: ErrorCode = new ClaudeActorsError('BufferOverflow', 'x').code;
      // @ts-expect-error not a code
      export const wrong: ErrorCode = 'Nonsense';
      export { query, sessionMachine };`;
    const files = {
      esm: 'module/types.ts',
      cjs: 'commonjs/types.ts',
      required: 'commonjs/required.ts',
    };

    beforeAll(() => {
      writeFileSync(join(folder, files.esm), imported);
      writeFileSync(join(folder, files.cjs), imported);
      writeFileSync(join(folder, files.required), required);
    });

    it('with nodenext, in ES modules and in CommonJS', () => {
      const all = Object.values(files);
      expect(typeErrors(all, ['--module', 'nodenext', '--declaration'])).toBe('');
    }, 120_000);

    it('with the resolution of old projects, the entries of the official SDK', () => {
      const settings = ['--module', 'esnext', '--moduleResolution', 'node10'];
      const silenced = ['--ignoreDeprecations', '6.0'];
      writeFileSync(join(folder, 'old.ts'), oldStyle);
      expect(typeErrors(['old.ts'], [...settings, ...silenced])).toBe('');
    }, 120_000);

    it('with node16, in ES modules', () => {
      expect(typeErrors([files.esm], ['--module', 'node16'])).toBe('');
    }, 120_000);

    it('with a bundler', () => {
      const settings = ['--module', 'preserve', '--moduleResolution', 'bundler'];
      expect(typeErrors([files.esm, files.cjs], settings)).toBe('');
    }, 120_000);
  });

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
