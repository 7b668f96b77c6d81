import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Report, Row, UnnumberedRow } from '../../../../src/inspect/page/model/rows.js';
import { batchBytes } from '../../../../src/inspect/page/model/rows.js';
import { Hub } from '../../../../src/inspect/page/server/Hub.js';
import { PageStream } from '../../../../src/inspect/page/server/PageStream.js';
import { type PageServer, servePage } from '../../../../src/inspect/page/server/servePage.js';
import { until } from '../../../support/until.js';
import { EventReader } from '../support/EventReader.js';

const source = { id: 'p', pid: 7, title: 'app.mjs', content: 'shown' as const };
const actor: UnnumberedRow = {
  kind: 'actor',
  id: 'x:0',
  name: 'session',
  role: 'session',
  at: 1,
  system: 'x:0',
};

function report(rows: readonly UnnumberedRow[], more: Partial<Report> = {}): Report {
  return { source, charts: [], rows, ...more };
}

function events(count: number, text?: string): UnnumberedRow[] {
  const event = { kind: 'event', to: 'x:0', type: 'tick', system: 'x:0' } as const;
  return Array.from({ length: count }, (_, at) => ({ ...event, at, ...(text && { text }) }));
}

let hub: Hub;
let server: PageServer;
const readers: EventReader[] = [];

async function open(system?: string): Promise<EventReader> {
  const reader = await EventReader.open(server.url, system);
  readers.push(reader);
  return reader;
}

beforeEach(async () => {
  hub = new Hub();
  server = await servePage(hub, { keepsAlive: true });
});

afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  await server.close();
});

/** The numbers of all rows that a page has received since its last fresh start. */
function numbers(reader: EventReader): number[] {
  const begun = reader.events.findLastIndex(({ name }) => name === 'log');
  return reader.events.slice(Math.max(0, begun)).flatMap(({ name, data }) => {
    return name === 'rows' ? (data as Row[]).map(({ n }) => n) : [];
  });
}

const upTo = (last: number) => (reader: EventReader) => numbers(reader).at(-1) === last;
const areInOrder = (some: readonly number[]) =>
  some.every((n, at) => at === 0 || n === (some[at - 1] ?? 0) + 1);

// A hundred thousand rows take a while on a busy machine.
jest.setTimeout(60_000);

describe('an open page', () => {
  it('receives the overview, then the log of its system, then new rows', async () => {
    hub.receive(report([actor, ...events(3)]));
    const page = await open('p/x:0');
    await page.until('the log', upTo(3));
    expect(page.of('overview')).toMatchObject([[{ key: 'p/x:0', rows: 4, gone: false }]]);
    hub.receive(report(events(2)));
    await page.until('the new rows', upTo(5));
    expect(numbers(page)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(page.of('log')).toHaveLength(1);
  });

  it('receives each chart once, when it arrives', async () => {
    const chart = {
      path: [],
      type: 'atomic',
      entry: [],
      exit: [],
      invokes: [],
      states: [],
      transitions: [],
    } as const;
    hub.receive(report([actor], { charts: [{ key: 'a#0', name: 'a', chart }] }));
    const page = await open('p/x:0');
    hub.receive(report([], { charts: [{ key: 'b#1', name: 'b', chart }] }));
    await page.until('both charts', () => page.of('charts').length === 2);
    expect(page.of('charts')).toMatchObject([[{ key: 'a#0' }], [{ key: 'b#1' }]]);
  });

  it('is independent of other pages: two receive the same rows', async () => {
    hub.receive(report([actor]));
    const [one, other] = [await open('p/x:0'), await open('p/x:0')];
    hub.receive(report(events(10)));
    await one.until('all rows', upTo(10));
    await other.until('all rows', upTo(10));
    expect(numbers(one)).toEqual(numbers(other));
    expect(hub.viewers).toBe(2);
  });

  it('that is closed halfway leaves nothing behind and does not affect others', async () => {
    hub.receive(report([actor, ...events(5_000, 'x'.repeat(500))]));
    const [one, other] = [await open('p/x:0'), await open('p/x:0')];
    one.close();
    await other.until('the other page to be gone', () => hub.viewers === 1);
    hub.receive(report(events(10)));
    await other.until('all rows', upTo(5_010));
  });

  it('keeps up with 100,000 events: the last 10,000 arrive in order', async () => {
    hub.receive(report([actor]));
    const page = await open('p/x:0');
    for (let batch = 0; batch < 100; batch += 1) {
      hub.receive(report(events(1_000)));
      await new Promise(setImmediate);
    }
    await page.until('the last row', upTo(100_000));
    const got = numbers(page);
    expect(areInOrder(got)).toBe(true);
    expect(got.length).toBeGreaterThanOrEqual(10_000);
    expect(hub.log('p/x:0')?.rows.length).toBeLessThanOrEqual(11_000);
  });

  it('that does not read blocks nothing, and gets a fresh start when it reads again', async () => {
    hub.receive(report([actor]));
    const page = await open('p/x:0');
    await page.until('the log', upTo(0));
    page.pause();
    hub.receive(report(events(20_000, 'x'.repeat(1_000))));
    await new Promise(setImmediate);
    hub.receive(report(events(20_000, 'x'.repeat(1_000))));
    page.resume();
    await page.until('the last row', upTo(40_000));
    expect(areInOrder(numbers(page))).toBe(true);
    expect(page.of('log').length).toBeGreaterThan(1);
  });

  it('receives a long log in batches, with turns for others in between', async () => {
    hub.receive(report([actor, ...events(9_999, 'x'.repeat(2_000))]));
    const turns: number[] = [0];
    let isOpen = true;
    const nextTurn = () => {
      turns.push(0);
      if (isOpen) setImmediate(nextTurn);
    };
    const got: string[] = [];
    const response = Object.assign(new EventEmitter(), {
      writableNeedDrain: false,
      destroyed: false,
      writeHead: () => {},
      end: () => {},
      write(text: string) {
        turns.push((turns.pop() ?? 0) + text.length);
        got.push(text);
      },
    });
    const page = new PageStream(hub, response as never, 'p/x:0');
    nextTurn();
    const rows = () =>
      got
        .filter((text) => text.startsWith('event: rows'))
        .flatMap((text) => JSON.parse(text.slice(text.indexOf('[')).trim()) as Row[]);
    await until('the last row', () => got.at(-1)?.includes('"n":9999}') || undefined);
    isOpen = false;
    page.close();
    expect(rows().map(({ n }) => n)).toEqual(Array.from({ length: 10_000 }, (_, n) => n));
    expect(turns.reduce((sum, bytes) => sum + bytes, 0)).toBeGreaterThan(20_000_000);
    expect(Math.max(...turns)).toBeLessThan(2 * batchBytes);
  });

  it('receives a row that is longer than a batch', async () => {
    hub.receive(report([actor, ...events(3, 'x'.repeat(2 * batchBytes))]));
    const page = await open('p/x:0');
    await page.until('the last row', upTo(3));
    expect(page.of('rows').map((rows) => (rows as Row[]).length)).toEqual([1, 1, 1, 1]);
  });

  it('learns that a program is gone, whether it said goodbye or not', async () => {
    hub.receive(report([actor]));
    hub.receive({ source: { ...source, id: 'q' }, charts: [], rows: [actor] });
    const page = await open();
    hub.receive(report([], { bye: true }));
    hub.disconnect('q');
    await page.until('both to be gone', () => {
      const last = page.of('overview').at(-1) as { gone: boolean }[] | undefined;
      return last?.length === 2 && last.every(({ gone }) => gone);
    });
  });

  it('ends when the server closes', async () => {
    const page = await open();
    await server.close();
    await page.until('the end', () => page.isClosed);
  });
});

describe('the hub', () => {
  it('limits the number of systems, and removes ended ones first', () => {
    const small = new Hub({ systems: 3 });
    const begin = (system: string) => small.receive(report([{ ...actor, id: system, system }]));
    for (const system of ['a', 'b', 'c']) begin(system);
    small.receive(
      report([{ kind: 'state', id: 'b', active: [], status: 'done', at: 2, system: 'b' }]),
    );
    begin('d');
    begin('e');
    expect(small.overview().map(({ key }) => key)).toEqual(['p/c', 'p/d', 'p/e']);
  });
});
