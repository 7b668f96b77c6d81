import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What a request asks for, once it has proved that it knows the token. */
export interface AuthorizedRequest {
  path: string;
  query: URLSearchParams;
}

/**
 * Checks the token and the origin of a request; undefined if it must be refused. Pages of other
 * sites cannot know the token. The check of the host guards against DNS rebinding: a foreign name
 * that resolves to this machine.
 */
export function authorizeRequest(
  request: IncomingMessage,
  token: string,
  port: number,
): AuthorizedRequest | undefined {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host, origin, 'sec-fetch-site': site } = request.headers;
  if (host === undefined || !hosts.includes(host)) return undefined;
  if (origin !== undefined && origin !== `http://${host}`) return undefined;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return undefined;
  // Not `new URL`, which would resolve `..` before the token is checked.
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const [, given = '', ...rest] = path.split('/');
  if (!isSameToken(given, token)) return undefined;
  return { path: rest.join('/'), query: new URLSearchParams(query) };
}

/** Whether a browser sent a request, from the page itself. Another program on this machine says nothing. */
export function isFromOwnPage({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined && headers.origin === `http://${headers.host}`;
}

/** Compares in constant time, so that the time taken does not reveal where the two differ. */
function isSameToken(given: string, token: string): boolean {
  const [one, other] = [given, token].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(one as Buffer, other as Buffer);
}
