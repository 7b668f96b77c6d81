import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { UnnumberedRow } from '../../../../src/inspect/page/model/Row.js';
import { Hub } from '../../../../src/inspect/page/server/Hub.js';
import { type PageServer, servePage } from '../../../../src/inspect/page/server/pageServer.js';
import { EventReader } from '../support/EventReader.js';

const source = { id: 'p', pid: 7, title: 'app.mjs', content: 'hidden' as const };
const actor = { kind: 'actor', id: 'a', name: 'session', at: 1, system: 's' } as const;

let hub: Hub;
let server: PageServer;
beforeEach(async () => {
  hub = new Hub();
  server = await servePage(hub, { keepsAlive: true });
});
afterEach(() => server.close());

async function post(...rows: object[]): Promise<number> {
  const body = JSON.stringify({ source, charts: [], rows });
  const response = await fetch(`${server.url}rows`, { method: 'POST', body });
  return response.status;
}

it.each([
  { kind: 'state', id: 'a', active: [1], status: 'active' },
  { kind: 'state', id: 'a', active: 'idle', status: 'active' },
  { kind: 'state', id: 'a', active: [], status: 'active', steps: [{}] },
  { ...actor, active: 7 },
  { kind: 'spawned', id: 'a', args: {} },
  { kind: 'stderr', id: 'a', bytes: 'many' },
  { kind: 'frame', id: 'a', dir: 'in', type: {}, bytes: 1 },
  { kind: 'toString' },
])('a report with a row such as %j is refused', async (row) => {
  expect(await post(actor, { at: 1, system: 's', ...row })).toBe(400);
  expect(hub.overview()).toEqual([]);
  expect(await post(actor)).toBe(204);
});

it('a row that cannot be shown closes the page that looks, and nothing else', async () => {
  hub.take({ source, charts: [], rows: [actor] });
  const reader = await EventReader.open(server.url);
  const bad = { kind: 'state', id: 'a', active: [1], status: 'active', at: 1, system: 's' };
  await new Promise<void>((resolve) => {
    hub.watchViewers((viewers) => {
      if (viewers === 0) resolve();
    });
    hub.take({ source, charts: [], rows: [bad as unknown as UnnumberedRow] });
  });
  reader.close();
  expect(hub.viewers).toBe(0);
});
