import { readFileSync } from 'node:fs';
import { describe, expect, it, jest } from '@jest/globals';
import { queryChart } from '../../../src/machines/query/queryChart.js';
import { sessionChart } from '../../../src/machines/session/sessionChart.js';
import { namedTransitions, stateNames } from '../../../src/testing/model/chart/chartParts.js';
import { queryModel } from '../../../src/testing/model/query/queryModel.js';
import { sessionModel } from '../../../src/testing/model/session/sessionModel.js';
import { plainQuery } from './plainQuery.js';
import { plainSession } from './plainSession.js';

// Exploring the charts for the first paths takes seconds on a busy machine.
jest.setTimeout(60_000);

const models = {
  session: {
    chart: sessionChart,
    model: sessionModel,
    run: (path: never) => sessionModel.run(path, plainSession),
  },
  query: {
    chart: queryChart,
    model: queryModel,
    run: (path: never) => queryModel.run(path, plainQuery),
  },
};

describe.each(['session', 'query'] as const)('the paths of a %s', (name) => {
  const { chart, model, run } = models[name];
  const transitions = [...namedTransitions(chart).values()];

  it('cover every state with `states`', () => {
    const { states } = model.coverage(model.paths({ cover: 'states' }) as never);
    expect(states).toEqual({ covered: states.total, total: stateNames(chart).length, missed: [] });
  });

  it('cover every transition with `transitions`, except those listed as unreachable', () => {
    const { transitions: met, beyond } = model.coverage(model.paths() as never);
    expect(met.missed).toEqual([]);
    expect(transitions).toEqual(expect.arrayContaining(Object.keys(beyond)));
    expect(met.covered).toBe(transitions.length - Object.keys(beyond).length);
    expect(Object.keys(beyond).length).toBeLessThan(transitions.length / 9);
  });

  it('cover every pair with `pairs`, and fewer with less', () => {
    const { pairs } = model.coverage(model.paths({ cover: 'pairs' }) as never);
    expect(pairs.missed).toEqual([]);
    expect(pairs.total).toBeGreaterThan(transitions.length);
    const fewer = model.coverage(model.paths() as never).pairs;
    expect(fewer.covered).toBeLessThan(pairs.total);
    expect(fewer.missed).toHaveLength(pairs.total - fewer.covered);
  });

  it('are plain data: the same each time, with unique names, unchanged by JSON', () => {
    const paths = model.paths({ cover: 'pairs' });
    expect(model.paths({ cover: 'pairs' })).toEqual(paths);
    expect(JSON.parse(JSON.stringify(paths))).toEqual(paths);
    expect(new Set(paths.map((path) => path.name)).size).toBe(paths.length);
    for (const { steps } of paths) expect(model.steps).toEqual(expect.arrayContaining([...steps]));
  });

  it('are few enough to run', () => {
    const count = (cover: 'states' | 'transitions' | 'pairs') => model.paths({ cover }).length;
    expect(count('states')).toBeLessThan(15);
    expect(count('transitions')).toBeLessThan(60);
    expect(count('pairs')).toBeLessThan(700);
  });

  it('leave out what a driver cannot do', () => {
    const able = { stop: () => {} };
    const paths = model.paths({ cover: 'pairs', driver: able });
    expect(paths.length).toBeGreaterThan(0);
    const steps = new Set(paths.flatMap((path) => path.steps as readonly string[]));
    const asked = [...steps].filter((step) => step.startsWith('app '));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/^app stops/);
    for (const path of paths) expect(model.canRun(path as never, able)).toBe(true);
    expect(model.paths().some((path) => !model.canRun(path as never, able))).toBe(true);
  });

  it.each(['states', 'transitions', 'pairs'] as const)(
    'take the states that the chart predicts, with `%s`',
    async (cover) => {
      const taken = new Set<string>();
      for (const path of model.paths({ cover })) {
        const report = await run(path as never);
        expect({ name: path.name, ...report }).toMatchObject({ departures: [], skipped: [] });
        for (const transition of report.transitions) taken.add(transition);
      }
      if (cover === 'states') return;
      const { beyond } = model.coverage([]);
      expect(transitions.filter((one) => !taken.has(one)).sort()).toEqual(
        Object.keys(beyond).sort(),
      );
    },
    120_000,
  );
});

it('the docs have the right number of paths', () => {
  const page = readFileSync(new URL('../../../docs/testing.md', import.meta.url), 'utf8');
  for (const cover of ['states', 'transitions', 'pairs'] as const) {
    const row = page.split('\n').find((line) => line.startsWith(`| \`'${cover}'\` |`)) ?? '';
    const counts = row.match(/\d+/g)?.map(Number);
    expect(counts).toEqual([
      sessionModel.paths({ cover }).length,
      queryModel.paths({ cover }).length,
    ]);
  }
});

it('an unknown cover is refused by name', () => {
  expect(() => sessionModel.paths({ cover: 'all' as never })).toThrow(
    "Option `cover` must be one of states, transitions, pairs, not 'all'.",
  );
});
