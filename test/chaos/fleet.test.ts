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
import { describeCli } from '../support/targets.js';
import { attack } from './support/attack.js';

jest.setTimeout(7_200_000);
const build = buildSources();
afterAll(() => build.remove());

const everywhere = [...points.sender, ...points.worker, ...points.outside];
const others: Strike[] = ['freeze', 'cut'];
const restarts: Strike[] = ['queue', 'store'];

describeServices('chaos in a fleet', () => {
  let services: [Service, Service];
  beforeAll(async () => {
    services = await Promise.all([startRedis(), startPostgres()]);
  });
  afterAll(() => Promise.all(services.map((service) => service.stop())));

  describeCli('a fleet', (target) => {
    const cli = `${target.version}${target.backend === 'real' ? '' : ', simulated'}`;
    describe.each(queues)('with its queue on %s', (queue) => {
      const strike = (name: string, strikes: readonly Strike[], lanes = 2) =>
        attack({ name: `fleet, ${queue}: ${name}`, cli, lanes }, (random, number) => {
          const [redis, postgres] = services;
          // Every strike at every point, before any of them a second time.
          const point = everywhere[number % everywhere.length] ?? '';
          const turn = number + Math.floor(number / everywhere.length);
          const hit = strikes[turn % strikes.length] ?? 'all';
          const ground = { url: build.url('fleet/index.js'), target, redis, postgres, queue };
          return attackFleet(random, ground, point, hit);
        });

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
