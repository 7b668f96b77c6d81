import { afterEach, beforeEach, expect, it } from '@jest/globals';
import {
  callbackMachine,
  processMachine,
  queryMachine,
  sessionMachine,
} from '../../../../src/actors/machines.js';
import { readAnyChart } from '../../../../src/inspect/chart/readChart.js';
import { layoutChart } from '../../../../src/inspect/page/model/layoutChart.js';
import type { UnnumberedRow } from '../../../../src/inspect/page/model/rows.js';
import { Hub } from '../../../../src/inspect/page/server/Hub.js';
import { type PageServer, servePage } from '../../../../src/inspect/page/server/servePage.js';
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

async function send(report: object): Promise<number> {
  const body = JSON.stringify({ source, charts: [], rows: [], ...report });
  const response = await fetch(`${server.url}rows`, { method: 'POST', body });
  return response.status;
}

const post = (...rows: object[]) => send({ rows });

it.each([
  { kind: 'state', id: 'a', active: [1], status: 'active' },
  { kind: 'state', id: 'a', active: 'idle', status: 'active' },
  { kind: 'state', id: 'a', active: [], status: 'active', steps: [{}] },
  { ...actor, active: 7 },
  { ...actor, about: {} },
  { kind: 'spawned', id: 'a', args: {} },
  { kind: 'stderr', id: 'a', bytes: 'many' },
  { kind: 'frame', id: 'a', dir: 'in', type: {}, bytes: 1 },
  { kind: 'toString' },
])('a report with a row such as %j is refused', async (row) => {
  expect(await post(actor, { at: 1, system: 's', ...row })).toBe(400);
  expect(hub.overview()).toEqual([]);
  expect(await post(actor)).toBe(204);
});

it.each([
  { source: { ...source, title: {} } },
  { source: { ...source, pid: 'seven' } },
  { source: 7 },
  { charts: {} },
  { rows: [7] },
])('a report such as %j is refused', async (report) => {
  expect(await send(report)).toBe(400);
});

const state = {
  path: [],
  type: 'compound',
  initial: ['a'],
  entry: [],
  exit: [],
  invokes: [],
  transitions: [],
  states: [],
};
const inner = (path: readonly string[], more: object = {}) => ({
  ...state,
  type: 'atomic',
  initial: undefined,
  path,
  ...more,
});
const transition = {
  trigger: 'go',
  candidates: 1,
  targets: [['a']],
  actions: [],
  reenter: false,
};

function nested(depth: number): object {
  let chart: object | undefined;
  for (let at = depth; at >= 0; at -= 1) {
    chart = inner(Array<string>(at).fill('a'), { states: chart ? [chart] : [] });
  }
  return chart as object;
}

const bad: [string, unknown][] = [
  ['nothing', undefined],
  ['a text', 'chart'],
  ['missing states', { ...state, states: undefined }],
  ['invalid states', { ...state, states: [7] }],
  ['states at the wrong depth', { ...state, states: [inner(['a', 'b'])] }],
  [
    'a state of another parent',
    { ...state, states: [inner(['a'], { states: [inner(['b', 'c'])] })] },
  ],
  ['an invalid root', inner(['a'])],
  ['an invalid type', { ...state, type: 'round' }],
  ['an invalid title', { ...state, states: [inner([7 as never])] }],
  ['invalid transitions', { ...state, transitions: [null] }],
  ['an invalid trigger', { ...state, transitions: [{ ...transition, trigger: {} }] }],
  ['invalid targets', { ...state, transitions: [{ ...transition, targets: ['a'] }] }],
  ['more depth than can be drawn', nested(100)],
  ['extreme depth', nested(2_000)],
  [
    'more states than can be drawn',
    { ...state, states: Array.from({ length: 3_000 }, (_, at) => inner([`s${at}`])) },
  ],
];

it.each(bad)(
  'a chart with %s is refused and counted, and the rest of the report is accepted',
  async (_, chart) => {
    const good = { key: 'good', name: 'good', chart: { ...state, states: [inner(['a'])] } };
    const charts = [{ key: 'bad', name: 'bad', chart }, good];
    expect(await send({ charts, rows: [actor] })).toBe(204);
    expect(hub.charts('p/s')).toEqual([JSON.parse(JSON.stringify(good))]);
    expect(hub.overview()).toMatchObject([{ key: 'p/s', refusedCharts: 1 }]);
    const reader = await EventReader.open(server.url, 'p/s');
    await reader.until('the charts', () => reader.of('charts').length > 0);
    for (const one of hub.charts('p/s')) layoutChart(one.chart, one.name);
    reader.close();
  },
);

it('accepts every chart of this library', async () => {
  const machines = [sessionMachine, queryMachine, processMachine, callbackMachine];
  const charts = machines.map((machine) => ({
    key: machine.id,
    name: machine.id,
    chart: readAnyChart(machine),
  }));
  expect(await send({ charts, rows: [actor] })).toBe(204);
  expect(hub.charts('p/s').map(({ key }) => key)).toEqual(machines.map(({ id }) => id));
});

it('a row that cannot be shown closes the open page and nothing else', async () => {
  hub.receive({ source, charts: [], rows: [actor] });
  const reader = await EventReader.open(server.url);
  const bad = { kind: 'state', id: 'a', active: [1], status: 'active', at: 1, system: 's' };
  await new Promise<void>((resolve) => {
    hub.watchViewers((viewers) => {
      if (viewers === 0) resolve();
    });
    hub.receive({ source, charts: [], rows: [bad as unknown as UnnumberedRow] });
  });
  reader.close();
  expect(hub.viewers).toBe(0);
});
