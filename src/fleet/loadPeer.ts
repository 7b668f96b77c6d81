import { missingPackage } from './fleetErrors.js';

/** The optional packages that the adapters of a fleet load when they are used. */
interface Peers {
  bullmq: typeof import('bullmq');
  ioredis: unknown;
  pg: typeof import('pg');
}

const loaders: { [Name in keyof Peers]: () => Promise<Peers[Name]> } = {
  bullmq: () => import('bullmq'),
  ioredis: () => import('ioredis'),
  pg: () => import('pg'),
};

/** Loads an optional package. The error says what to install: `all` that its user needs, at once. */
export async function loadPeer<Name extends keyof Peers>(
  name: Name,
  user: string,
  all: readonly (keyof Peers)[] = [name],
): Promise<Peers[Name]> {
  try {
    return await loaders[name]();
  } catch (cause) {
    throw missingPackage(user, name, all, cause);
  }
}
