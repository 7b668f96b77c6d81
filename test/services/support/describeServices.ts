import { describe, it } from '@jest/globals';
import { missingServices } from '../../../scripts/services.mjs';

/** The addresses of a Redis and a PostgreSQL that all tests share. */
export interface Services {
  redis: string;
  postgres: string;
}

/** A block of tests that needs services. Without them it fails in CI, and is left out elsewhere. */
export function describeServices(title: string, tests: (services: Services) => void): void {
  const missing = missingServices();
  const { FLEET_REDIS_URL: redis = '', FLEET_POSTGRES_URL: postgres = '' } = process.env;
  if (missing.length === 0) {
    describe(title, () => tests({ redis, postgres }));
    return;
  }
  const problem = `Install ${missing.join(' and ')} (Debian: apt-get install ${missing.join(' ')}).`;
  if (process.env.CLAUDE_ACTORS_REQUIRE_SERVICES) {
    it(`${title}: the services are there`, () => {
      throw new Error(problem);
    });
    return;
  }
  process.stderr.write(`Left out: ${title}. ${problem}\n`);
  describe.skip(title, () => tests({ redis, postgres }));
}
