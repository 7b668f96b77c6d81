import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pageLimits } from '../../../../src/defaults.js';
import type { Chart, Report, UnnumberedRow } from '../../../../src/inspect/page/model/rows.js';
import { Hub } from '../../../../src/inspect/page/server/Hub.js';
import { type PageServer, servePage } from '../../../../src/inspect/page/server/servePage.js';
import { startSession } from '../../../../src/startSession.js';
import { fakeCli } from '../../../../src/testing/fakeCli.js';
import { until } from '../../../support/until.js';

let hub: Hub;
let server: PageServer;
let sockets: Socket[] = [];

beforeEach(async () => {
  hub = new Hub();
  server = await servePage(hub, { keepsAlive: true });
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await server.close();
});

async function openConnections(count: number): Promise<void> {
  const { hostname: host, port } = new URL(server.url);
  const opened = Array.from({ length: count }, () => connect(Number(port), host));
  sockets.push(...opened);
  for (const socket of opened) socket.on('error', () => {});
  await Promise.all(opened.map((socket) => once(socket, 'connect').catch(() => {})));
}

const openSockets = () => sockets.filter((socket) => !socket.closed).length;

function post(report: unknown): Promise<Response> {
  return fetch(`${server.url}rows`, { method: 'POST', body: JSON.stringify(report) });
}

const source = (id = 'p') => ({ id, pid: 7, title: 'app.mjs', content: 'shown' as const });
const report = (rows: readonly UnnumberedRow[], more: Partial<Report> = {}): Report => ({
  source: source(),
  charts: [],
  rows,
  ...more,
});
const actor = (id: string, parent?: string): UnnumberedRow => ({
  kind: 'actor',
  id,
  name: id,
  at: 1,
  system: 's',
  ...(parent && { parent }),
});

const leaf = { entry: [], exit: [], invokes: [], states: [], transitions: [] };
const chart = (key: string, actionLength = 0): Chart => ({
  key,
  name: key,
  chart: { ...leaf, path: [], type: 'atomic', entry: ['x'.repeat(actionLength)] },
});

describe('1,500 connections without the token', () => {
  it('take few file descriptors, and keep nobody out', async () => {
    for (let count = 0; count < 15; count++) await openConnections(100);
    await until('most connections to be closed', () => openSockets() <= pageLimits.strangers);
    expect(openSockets()).toBeGreaterThan(0);

    const page = await fetch(server.url);
    expect(page.status).toBe(200);
    const session = await startSession({
      options: { port: fakeCli({ turns: [[{ text: 'Hello.' }]] }).port },
    });
    await expect(session.send('Hi').result).resolves.toMatchObject({ subtype: 'success' });
    await session.end();
  });

  it('do not close the connection of a program that has shown it', async () => {
    const { hostname: host, port, pathname } = new URL(server.url);
    const program = connect(Number(port), host);
    sockets.push(program);
    await once(program, 'connect');
    const body = JSON.stringify(report([actor('a')]));
    program.write(
      `POST ${pathname}rows HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await once(program, 'data');
    await openConnections(200);
    await until('the strangers to be closed', () => openSockets() <= pageLimits.strangers + 1);
    expect(program.closed).toBe(false);
    expect(hub.overview()).toMatchObject([{ gone: false }]);
  });
});

describe('a program with the token', () => {
  it('cannot fill the memory with actors, and the page counts those that it forgets', async () => {
    const children = Array.from({ length: 20_000 }, (_, index) => actor(`child-${index}`, 'root'));
    expect((await post(report([actor('root'), ...children]))).status).toBe(204);
    const head = hub.log('p/s')?.head;
    const kept = Object.keys(head?.actors ?? {});
    expect(kept.length).toBeLessThan(2_200);
    expect(kept).toEqual(expect.arrayContaining(['root', 'child-19999']));
    expect(kept.length + (head?.forgotten ?? 0)).toBe(20_001);
  });

  it('cannot fill the memory with open questions', async () => {
    const questions = Array.from(
      { length: 5_000 },
      (_, at): UnnumberedRow => ({
        ...{ kind: 'frame', id: 'root', dir: 'out', type: 'control_request', bytes: 1, at },
        ...{ ref: `r${at}`, about: 'Bash', system: 's' },
      }),
    );
    await post(report([actor('root'), ...questions]));
    const { cli } = hub.log('p/s')?.head.actors.root ?? {};
    expect(Object.keys(cli?.openRequests ?? {})).toHaveLength(500);
    expect(cli?.openRequests).toHaveProperty('r4999');
  });

  it('cannot fill the memory with charts, and the page says how many it refuses', async () => {
    const many = Array.from({ length: 1_000 }, (_, index) => chart(`c${index}`));
    await post(report([actor('a')], { charts: many }));
    expect(hub.charts('p/s')).toHaveLength(pageLimits.charts);
    expect(hub.overview()).toMatchObject([{ refusedCharts: 1_000 - pageLimits.charts }]);

    const large = Array.from({ length: 8 }, (_, index) => chart(`c${index}`, 2 ** 20));
    await post(report([actor('a')], { source: source('q'), charts: large }));
    expect(JSON.stringify(hub.charts('q/s')).length).toBeLessThan(pageLimits.chartBytes);
  });

  it('cannot fill the memory with programs', () => {
    for (let count = 0; count < 1_000; count++) {
      hub.receive(report([actor('a')], { source: source(`p${count}`), charts: [chart('c')] }));
    }
    const kept = hub.overview().map(({ source: { id } }) => id);
    expect(kept).toHaveLength(pageLimits.programs);
    expect(kept).toContain('p999');
  });

  it('cannot fill the memory with rows of many systems', () => {
    const text = 'x'.repeat(2 ** 20 - 200);
    const rows = Array.from(
      { length: 20 },
      (_, at): UnnumberedRow => ({
        ...{ kind: 'event', to: 'a', type: 't', text, at, system: 's' },
      }),
    );
    for (let count = 0; count < 20; count++) {
      hub.receive(report(rows.map((row) => ({ ...row, system: `s${count}` }))));
    }
    const bytes = hub.overview().map(({ key }) => hub.log(key)?.bytes ?? 0);
    expect(bytes.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(pageLimits.allRowBytes);
  });

  it.each([
    ['a row that is too large', { ...actor('a'), name: 'x'.repeat(pageLimits.rowBytes) }],
    ['deep metadata', { ...actor('a'), metadata: { a: { b: 'c' } } }],
    ['a system with a long name', { ...actor('a'), system: 'x'.repeat(2_000) }],
  ])('is refused with %s', async (_, row) => {
    expect((await post(report([row as unknown as UnnumberedRow]))).status).toBe(400);
  });
});
