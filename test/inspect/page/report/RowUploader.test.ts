import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Packet, UnnumberedRow } from '../../../../src/inspect/page/model/rows.js';
import { pieceBytes } from '../../../../src/inspect/page/model/rowSize.js';
import { Uplink } from '../../../../src/inspect/page/report/RowUploader.js';
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

type Behaviour = (packet: Packet) => number | undefined;

/** A page that answers as it is told; with nothing where that is undefined. */
async function page(behave: Behaviour): Promise<{ url: string; packets: Packet[] }> {
  const packets: Packet[] = [];
  server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    const packet = JSON.parse(text) as Packet;
    packets.push(packet);
    const status = behave(packet);
    if (status) response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/token/`, packets };
}

const counted = (packets: readonly Packet[]) => packets.flatMap((packet) => packet.rows);

describe('the way to a page in another process', () => {
  it('brings all rows, in order, in few requests', async () => {
    const { url, packets } = await page(() => 204);
    const uplink = new Uplink(url, source);
    await uplink.hello();
    for (const row of rows(5_000)) uplink.send([row], []);
    await until('all rows', () => counted(packets).length === 5_000);
    expect(counted(packets).map(({ at }) => at)).toEqual(rows(5_000).map(({ at }) => at));
    expect(packets.length).toBeLessThan(10);
    await uplink.lastWords();
    expect(packets.at(-1)).toMatchObject({ bye: true });
  });

  it('brings long rows in pieces', async () => {
    const { url, packets } = await page(() => 204);
    const uplink = new Uplink(url, source);
    uplink.send(rows(1_000, 'x'.repeat(10_000)), []);
    await until('all rows', () => counted(packets).length === 1_000);
    expect(counted(packets).map(({ at }) => at)).toEqual(rows(1_000).map(({ at }) => at));
    const sizes = packets.map((packet) => JSON.stringify(packet).length);
    expect(Math.max(...sizes)).toBeLessThan(2 * pieceBytes);
    await uplink.lastWords();
  });

  it('drops what a slow page cannot take, and says how much', async () => {
    let isSlow = true;
    const { url, packets } = await page(() => (isSlow ? undefined : 204));
    const uplink = new Uplink(url, source);
    uplink.send(rows(1), []);
    await until('the first request', () => packets.length === 1);
    for (let batch = 0; batch < 100; batch += 1) uplink.send(rows(1_000), []);
    isSlow = false;
    await uplink.lastWords();
    const said = packets.at(-1)?.rows ?? [];
    expect(said.filter(({ kind }) => kind === 'event')).toHaveLength(20_000);
    expect(said.at(-1)).toMatchObject({ kind: 'dropped', count: 80_000, system: 'x' });
  });

  it('gives up where nobody is there any more', async () => {
    const { url } = await page(() => 204);
    const uplink = new Uplink(url, source);
    await uplink.hello();
    server?.closeAllConnections();
    server?.close();
    await until('the end of it', () => !uplink.send(rows(1), []));
    await uplink.lastWords();
  });

  it('says at once where nobody is there, or nobody knows the token', async () => {
    await expect(new Uplink('http://127.0.0.1:1/token/', source).hello()).rejects.toThrow();
    const { url } = await page(() => 403);
    await expect(new Uplink(url, source).hello()).rejects.toThrow('403');
  });
});
