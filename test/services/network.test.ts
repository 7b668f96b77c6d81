import { connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { postgresStore } from '../../src/fleet/index.js';
import { StallingProxy } from '../support/StallingProxy.js';
import { until } from '../support/until.js';
import { describeServices } from './support/describeServices.js';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** A server that repeats what it hears, by way of a proxy. */
async function echo(): Promise<{ proxy: StallingProxy; client: Socket; heard: () => string }> {
  const server = createServer((socket) => socket.pipe(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => server.close());
  const proxy = await StallingProxy.to((server.address() as { port: number }).port);
  endings.push(() => proxy.close());
  let heard = '';
  const client = connect(proxy.port, '127.0.0.1');
  client.on('data', (data) => {
    heard += data;
  });
  return { proxy, client, heard: () => heard };
}

it('a network passes everything once, however often it was cut and mended', async () => {
  const { proxy, client, heard } = await echo();
  client.write('one ');
  await until('the first word', () => heard() === 'one ');
  proxy.resume();
  client.write('two ');
  await until('the second word', () => heard().includes('two'));
  proxy.stall();
  proxy.stall();
  client.write('three ');
  proxy.resume();
  proxy.resume();
  await until('the third word', () => heard().includes('three'));
  client.write('four ');
  await until('the last word', () => heard().includes('four'));
  expect(heard()).toBe('one two three four ');
});

describeServices('a store behind a network', ({ postgres }) => {
  it('reads what was written last, after the network was mended', async () => {
    const proxy = await StallingProxy.to(Number(new URL(postgres).port));
    const settings = { schema: `network_${process.pid}` };
    const [near, far] = [proxy.of(postgres), postgres].map((url) => postgresStore(url, settings));
    endings.push(() => proxy.close());
    endings.push(() => Promise.all([near?.close?.(), far?.close?.()]));
    const seen: unknown[] = [];
    for (let n = 1; n <= 100; n++) {
      await far?.change('x', () => ({ state: { n } }));
      if (n % 10 === 0) {
        await Promise.all([near?.read('x'), near?.read('x')]);
        if (n % 20 === 0) proxy.stall();
        proxy.resume();
      }
      seen.push((await near?.read('x'))?.n);
    }
    expect(seen).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
  });
});
