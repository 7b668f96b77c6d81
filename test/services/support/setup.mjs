import { missingServices, startPostgres, startRedis } from '../../../scripts/services.mjs';

/** Runs once before the workers of `npm run test:fleet`; they inherit the addresses. */
export default async function startServices() {
  if (missingServices().length > 0) return;
  const [redis, postgres] = await Promise.all([startRedis(), startPostgres()]);
  globalThis.fleetServices = [redis, postgres];
  process.env.FLEET_REDIS_URL = redis.url;
  process.env.FLEET_POSTGRES_URL = postgres.url;
}
