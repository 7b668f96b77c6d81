import { afterAll, beforeAll, describe, it, jest } from '@jest/globals';
import { type Service, startPostgres, startRedis } from '../../scripts/services.mjs';
import { attack } from '../chaos/support/attack.js';
import { buildSources } from '../support/buildSources.js';
import { simulatedCli } from '../support/simulatedBuild.js';
import { describeServices } from './support/describeServices.js';
import { attackFleet, points, queues, type Strike, victims } from './support/FleetAttack.js';

jest.setTimeout(600_000);

/** Another round strikes elsewhere: rounds 0 to 7 kill everything at every point. FLEET_ROUND=7. */
const round = Number(process.env.FLEET_ROUND ?? 0);
const all = [...points.sender, ...points.worker, ...points.outside];
/** The point itself, or in another round one after it. Whoever sends is neither frozen nor cut off. */
const beside = (point: string): string => {
  const others = [...points.worker, ...points.outside];
  return others[(others.indexOf(point) + round) % others.length] ?? point;
};

describeServices('a fleet that is struck', () => {
  const build = buildSources();
  const url = build.url('fleet/index.js');
  const target = { backend: 'simulated', version: '2.1.325', ...simulatedCli('2.1.325') } as const;
  let services: [Service, Service];
  beforeAll(async () => {
    services = await Promise.all([startRedis(), startPostgres()]);
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    build.remove();
  });

  describe.each(queues)('with its queue on %s', (queue) => {
    const strikeAll = (name: string, plan: readonly (readonly [string, Strike])[], lanes = 2) =>
      attack({ name, cli: `simulated, ${queue}`, times: plan.length, lanes }, (random, number) => {
        const [redis, postgres] = services;
        const [point, strike] = plan[number % plan.length] ?? ['before tool', 'worker'];
        return attackFleet(random, { url, target, redis, postgres, queue }, point, strike);
      });

    // `npm run test:chaos` strikes with everything at every point, on the real CLIs.
    it('keeps its promises at every point', async () => {
      // In each round, on each queue, another victim, and every other point.
      const shift = queues.indexOf(queue) + round;
      const plan = all
        .map((point, at) => [point, victims[((at + shift) >> 1) % 4] ?? 'all'] as const)
        .filter((_, at) => at % 2 === shift % 2);
      await strikeAll('fleet: kills', plan);
    });

    if (queue === 'files') {
      it('keeps them when a worker is frozen', async () => {
        const plan = [
          [beside('during tool'), 'freeze'],
          [beside('after user line'), 'freeze'],
        ] as const;
        await strikeAll('fleet: frozen', plan);
      });
      return;
    }

    const isOdd = (round + queues.indexOf(queue)) % 2 > 0;

    it('keeps them when a worker is frozen or cut off', async () => {
      const plan = [
        [beside('during tool'), isOdd ? 'cut' : 'freeze'],
        [beside('after user line'), isOdd ? 'freeze' : 'cut'],
      ] as const;
      await strikeAll('fleet: frozen or cut off', plan);
    });

    it('keeps them when a database restarts', async () => {
      const plan = [[beside('during tool'), isOdd ? 'store' : 'queue']] as const;
      await strikeAll('fleet: database restarts', plan, 1);
    });
  });
});
