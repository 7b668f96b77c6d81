import { afterEach, describe, expect, it } from '@jest/globals';
import type { InspectionEvent } from 'xstate';
import { inspectVariable } from '../../../src/actors/observing/inspection.js';
import type { Signal } from '../../../src/actors/observing/signal.js';
import { drainIntoHub } from '../../../src/inspect/page/localPage.js';
import { Hub } from '../../../src/inspect/page/server/Hub.js';
import { type PageServer, servePage } from '../../../src/inspect/page/server/servePage.js';
import type { InspectLike, Warning } from '../../../src/options/runtimeTypes.js';
import { startSession } from '../../../src/startSession.js';
import { fakeCli } from '../../../src/testing/fakeCli.js';
import { until } from '../../support/until.js';

let server: PageServer | undefined;
afterEach(async () => {
  delete process.env[inspectVariable];
  await server?.close();
  server = undefined;
});

async function runSession(options: object = {}) {
  const cli = fakeCli({ turns: [[{ text: 'Hello' }]] });
  const warnings: Warning[] = [];
  const onWarning = (warning: Warning) => void warnings.push(warning);
  const session = await startSession({ options: { port: cli.port, onWarning, ...options } });
  const result = await session.send('Hi').result;
  await session.end();
  return { result, warnings, cli };
}

describe('the variable of the inspector', () => {
  it('brings a session to the page that it names', async () => {
    const hub = new Hub();
    server = await servePage(hub, { keepsAlive: true });
    process.env[inspectVariable] = `${server.url}?content=shown`;
    await runSession();
    await until('the session on the page', () =>
      hub.overview().some(({ actors }) => actors[0]?.state === 'stopped'),
    );
    expect(hub.overview()[0]?.source).toMatchObject({ pid: process.pid, content: 'shown' });
  });

  it('is not handed on to the CLI', async () => {
    server = await servePage(new Hub(), { keepsAlive: true });
    process.env[inspectVariable] = server.url;
    const { cli } = await runSession();
    expect(cli.processes[0]?.env).not.toHaveProperty(inspectVariable);
    const copied = await runSession({ env: { ...process.env } });
    expect(copied.cli.processes[0]?.env).not.toHaveProperty(inspectVariable);
  });

  it.each([
    'https://127.0.0.1:1/x/',
    'http://evil.example/x/',
    'http://127.0.0.1.evil.example/x/',
    'http://user@evil.example/',
    'nonsense',
  ])('is an error if it is %s: no other machine gets anything', async (value) => {
    process.env[inspectVariable] = value;
    await expect(runSession()).rejects.toMatchObject({
      code: 'InvalidOption',
      message: expect.stringContaining(inspectVariable),
    });
  });

  it('names a page that is gone: a warning, and the session goes on', async () => {
    process.env[inspectVariable] = 'http://127.0.0.1:1/gone/';
    const cli = fakeCli({ turns: [[{ text: 'Hello' }]] });
    const warnings: Warning[] = [];
    const onWarning = (warning: Warning) => void warnings.push(warning);
    const session = await startSession({ options: { port: cli.port, onWarning } });
    await until('the warning', () => warnings.some(({ code }) => code === 'InspectorUnavailable'));
    expect(await session.send('Hi').result).toMatchObject({ is_error: false });
    await session.end();
  });
});

describe('the option inspect', () => {
  it('takes a page beside the one of the variable', async () => {
    const [named, own] = [new Hub(), new Hub()];
    server = await servePage(named, { keepsAlive: true });
    process.env[inspectVariable] = server.url;
    const drain = drainIntoHub(own, 'hidden');
    await runSession({ inspect: { take: (signal: Signal) => drain([signal]) } });
    expect(own.overview()).toHaveLength(1);
    await until('the other page', () => named.overview().length === 1);
  });

  it('takes an observer beside the page of the variable; one that throws harms neither', async () => {
    const hub = new Hub();
    server = await servePage(hub, { keepsAlive: true });
    process.env[inspectVariable] = server.url;
    const types = new Set<string>();
    const inspect = (event: InspectionEvent) => {
      types.add(event.type);
      throw new Error('mine');
    };
    await runSession({ inspect: inspect as InspectLike });
    expect(types).toContain('@xstate.snapshot');
    await until('the session on the page', () =>
      hub.overview().some(({ actors }) => actors[0]?.state === 'stopped'),
    );
  });

  it.each(['pages', ''])('is an error if it is %j', async (inspect) => {
    await expect(runSession({ inspect })).rejects.toMatchObject({ code: 'InvalidOption' });
  });
});
