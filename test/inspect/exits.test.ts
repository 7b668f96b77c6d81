import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Build, buildSources } from '../support/buildSources.js';

let build: Build;
let silent: Server;
let silentPort = 0;
const folder = mkdtempSync(join(tmpdir(), 'claude-actors-exits-'));

beforeAll(async () => {
  build = buildSources();
  // Accepts connections and never answers.
  silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  silentPort = (silent.address() as AddressInfo).port;
}, 60_000);

afterAll(() => {
  silent.close();
  build.remove();
  rmSync(folder, { recursive: true, force: true });
});

const session = `
  const { port } = fakeCli({ turns: [[{ text: 'Hello' }]] });
  const session = await startSession({ options: { port, inspect } });
  await session.send('Hi').result;
  await session.end();
  console.log('over');
`;

function program(lines: string): string {
  return `
    import { startSession } from '${build.url('index.js')}';
    import { connectInspector, openPage } from '${build.url('inspect/index.js')}';
    import { fakeCli } from '${build.url('testing/index.js')}';
    ${lines}`;
}

/** Runs a program until it ends by itself. */
async function run(source: string, env: Record<string, string> = {}) {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, source);
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH, ...env },
    timeout: 20_000,
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text) => {
    stdout += text;
  });
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, stdout, stderr };
}

const fine = { code: 0, signal: null, stdout: 'over\n', stderr: '' };

describe('a program that is inspected ends when it is done', () => {
  it('with an unclosed Stately inspector that nobody listens to', async () => {
    const connect = `const inspect = await connectInspector({ url: 'ws://127.0.0.1:1' });`;
    expect(await run(program(connect + session))).toEqual(fine);
  }, 30_000);

  it('with a Stately inspector that accepts the connection and never answers', async () => {
    const connect = `const inspect = await connectInspector({ url: 'ws://127.0.0.1:${silentPort}' });`;
    expect(await run(program(connect + session))).toEqual(fine);
    expect(await run(program(`${connect}${session}await inspect.close();`))).toEqual(fine);
  }, 60_000);

  it('with a page of its own that stays open', async () => {
    expect(await run(program(`const inspect = await openPage();${session}`))).toEqual(fine);
  }, 30_000);

  it("with inspect: 'page', which says on stderr where it is, once", async () => {
    const twice = `const inspect = 'page';{${session}}{${session}}`;
    const { stderr, ...ended } = await run(program(twice));
    expect(ended).toEqual({ code: 0, signal: null, stdout: 'over\nover\n' });
    expect(stderr).toMatch(/^Inspect the session at http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/\n$/);
  }, 30_000);

  it('with a page elsewhere that accepts the connection and never answers', async () => {
    const env = { CLAUDE_ACTORS_INSPECT: `http://127.0.0.1:${silentPort}/token/` };
    expect(await run(program(`const inspect = undefined;${session}`), env)).toEqual(fine);
  }, 30_000);
});

describe('a program that is not inspected', () => {
  it('does not even load the page', async () => {
    const lines = `const inspect = undefined;${session}
      const loaded = process.moduleLoadList.join();
      console.log(/NativeModule http\\b/.test(loaded) ? 'http is loaded' : 'no http');`;
    const source = lines.replace("console.log('over');", '');
    const imports = `
      import { startSession } from '${build.url('index.js')}';
      import { fakeCli } from '${build.url('testing/index.js')}';`;
    expect(await run(imports + source)).toMatchObject({ code: 0, stdout: 'no http\n', stderr: '' });
  }, 30_000);
});
