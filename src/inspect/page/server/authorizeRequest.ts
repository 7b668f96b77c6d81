import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type Access = { path: string; query: URLSearchParams } | undefined;

/**
 * What a request may reach: undefined where it may reach nothing. A page elsewhere cannot read the
 * token, and a name that was made to point at this machine (DNS rebinding) is not our host.
 */
export function accessOf(request: IncomingMessage, token: string, port: number): Access {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host, origin, 'sec-fetch-site': site } = request.headers;
  if (host === undefined || !hosts.includes(host)) return undefined;
  if (origin !== undefined && origin !== `http://${host}`) return undefined;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return undefined;
  // Not `new URL`: it would walk up at `..` before anybody has looked.
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const [, given = '', ...rest] = path.split('/');
  if (!isSame(given, token)) return undefined;
  return { path: rest.join('/'), query: new URLSearchParams(query) };
}

/** In a time that tells nothing of where they differ. */
function isSame(given: string, token: string): boolean {
  const [one, other] = [given, token].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(one as Buffer, other as Buffer);
}
