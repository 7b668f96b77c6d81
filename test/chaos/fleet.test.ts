import { afterAll, beforeAll, describe, it, jest } from '@jest/globals';
import { type Service, startPostgres, startRedis } from '../../scripts/services.mjs';
import { describeServices } from '../services/support/describeServices.js';
import {
  attackFleet,
  points,
  queues,
  type Strike,
  victims,
} from '../services/support/FleetAttack.js';
import { buildSources } from '../support/buildSources.js';
import { describeRealCli } from '../support/targets.js';
import { attack } from './support/attack.js';

jest.setTimeout(7_200_000);
const build = buildSources();
afterAll(() => build.remove());

const everywhere = [...points.sender, ...points.worker, ...points.outside];
const others: Strike[] = ['freeze', 'cut'];
const restarts: Strike[] = ['queue', 'store'];

/**
 * Strikes with everything at every point before anything comes a second time. The first few attacks lie
 * far apart, for short campaigns.
 */
function choose(number: number, strikes: readonly Strike[], shift: number): [string, Strike] {
  const round = Math.floor(number / everywhere.length);
  const place = number % everywhere.length;
  // The step and the number of points have no common divisor.
  const point = everywhere[(5 + 3 * shift + 7 * place) % everywhere.length];
  const strike = strikes[(place + round + shift) % strikes.length];
  return [point ?? 'before tool', strike ?? 'all'];
}

describeServices('chaos in a fleet', () => {
  let services: [Service, Service];
  beforeAll(async () => {
    services = await Promise.all([startRedis(), startPostgres()]);
  });
  afterAll(() => Promise.all(services.map((service) => service.stop())));

  // `npm run test:fleet` strikes with the simulated CLI.
  describeRealCli('a fleet', (target) => {
    describe.each(queues)('with its queue on %s', (queue) => {
      const strike = (name: string, strikes: readonly Strike[], lanes = 2) =>
        attack(
          { name: `fleet, ${queue}: ${name}`, cli: target.version, lanes },
          (random, number) => {
            const [redis, postgres] = services;
            const [point, hit] = choose(number, strikes, queues.indexOf(queue));
            const ground = { url: build.url('fleet/index.js'), target, redis, postgres, queue };
            return attackFleet(random, ground, point, hit);
          },
        );

      it('is killed', () => strike('kills', victims));
      if (queue === 'files') {
        it('is frozen', () => strike('frozen', ['freeze']));
        return;
      }
      it('is frozen or cut off', () => strike('frozen or cut off', others));
      it('loses its database for a moment', () => strike('database restarts', restarts, 1));
    });
  });
});
