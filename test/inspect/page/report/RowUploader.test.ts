import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Report, UnnumberedRow } from '../../../../src/inspect/page/model/rows.js';
import { batchBytes } from '../../../../src/inspect/page/model/rows.js';
import { RowUploader } from '../../../../src/inspect/page/report/RowUploader.js';
import { until } from '../../../support/until.js';

const source = { id: 'p', pid: 7, title: 'app.mjs', content: 'shown' as const };

function rows(count: number, text = ''): UnnumberedRow[] {
  const event = { kind: 'event', to: 'x', type: 'tick', system: 'x' } as const;
  return Array.from({ length: count }, (_, at) => ({ ...event, at, text }));
}

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Behaviour = (report: Report) => number | undefined;

/** A page that answers with the status that `behave` returns, or not at all if it is undefined. */
async function page(behave: Behaviour): Promise<{ url: string; reports: Report[] }> {
  const reports: Report[] = [];
  server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    const report = JSON.parse(text) as Report;
    reports.push(report);
    const status = behave(report);
    if (status) response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/token/`, reports };
}

const counted = (reports: readonly Report[]) => reports.flatMap((report) => report.rows);

describe('the upload to a page in another process', () => {
  it('sends all rows in order, in few requests', async () => {
    const { url, reports } = await page(() => 204);
    const uploader = new RowUploader(url, source);
    await uploader.connect();
    for (const row of rows(5_000)) uploader.send([row], []);
    await until('all rows', () => counted(reports).length === 5_000);
    expect(counted(reports).map(({ at }) => at)).toEqual(rows(5_000).map(({ at }) => at));
    expect(reports.length).toBeLessThan(10);
    await uploader.close();
    expect(reports.at(-1)).toMatchObject({ bye: true });
  });

  it('sends long rows in batches', async () => {
    const { url, reports } = await page(() => 204);
    const uploader = new RowUploader(url, source);
    uploader.send(rows(1_000, 'x'.repeat(10_000)), []);
    await until('all rows', () => counted(reports).length === 1_000);
    expect(counted(reports).map(({ at }) => at)).toEqual(rows(1_000).map(({ at }) => at));
    const sizes = reports.map((report) => JSON.stringify(report).length);
    expect(Math.max(...sizes)).toBeLessThan(2 * batchBytes);
    await uploader.close();
  });

  it('drops what a slow page cannot take, and reports how much', async () => {
    let isSlow = true;
    const { url, reports } = await page(() => (isSlow ? undefined : 204));
    const uploader = new RowUploader(url, source);
    uploader.send(rows(1), []);
    await until('the first request', () => reports.length === 1);
    for (let batch = 0; batch < 100; batch += 1) uploader.send(rows(1_000), []);
    isSlow = false;
    await uploader.close();
    const said = reports.at(-1)?.rows ?? [];
    expect(said.filter(({ kind }) => kind === 'event')).toHaveLength(20_000);
    expect(said.at(-1)).toMatchObject({ kind: 'dropped', count: 80_000, system: 'x' });
  });

  it('gives up if the page is gone', async () => {
    const { url } = await page(() => 204);
    const uploader = new RowUploader(url, source);
    await uploader.connect();
    server?.closeAllConnections();
    server?.close();
    await until('the end of it', () => !uploader.send(rows(1), []));
    await uploader.close();
  });

  it('rejects at once if no page answers or the token is wrong', async () => {
    await expect(new RowUploader('http://127.0.0.1:1/token/', source).connect()).rejects.toThrow();
    const { url } = await page(() => 403);
    await expect(new RowUploader(url, source).connect()).rejects.toThrow('403');
  });
});
