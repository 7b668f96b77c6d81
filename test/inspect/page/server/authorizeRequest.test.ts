import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Hub } from '../../../../src/inspect/page/server/Hub.js';
import { type PageServer, servePage } from '../../../../src/inspect/page/server/servePage.js';
import { rawRequest } from '../support/rawRequest.js';

let server: PageServer;
let port = 0;
let token = '';

beforeAll(async () => {
  server = await servePage(new Hub(), { keepsAlive: true });
  const url = new URL(server.url);
  port = Number(url.port);
  token = url.pathname.split('/')[1] ?? '';
});

afterAll(() => server.close());

const ask = (path: string, ...headers: string[]) =>
  rawRequest(port, [`GET ${path} HTTP/1.1`, `host: 127.0.0.1:${port}`, ...headers]);

describe('the address of the page', () => {
  it('is on loopback and has a token that cannot be guessed', () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
  });

  it('opens the page, which loads nothing from other hosts and cannot be framed', async () => {
    const { status, head, body } = await ask(`/${token}/`);
    expect(status).toBe(200);
    expect(head).toContain("default-src 'none'; script-src 'self'");
    expect(head).toContain("frame-ancestors 'none'");
    expect(head).toContain('referrer-policy: no-referrer');
    expect(body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  it('also works as localhost, and from its own page', async () => {
    const own = [`origin: http://127.0.0.1:${port}`, 'sec-fetch-site: same-origin'];
    expect(await ask(`/${token}/`, ...own)).toMatchObject({ status: 200 });
    const lines = [`GET /${token}/ HTTP/1.1`, `host: localhost:${port}`];
    expect(await rawRequest(port, lines)).toMatchObject({ status: 200 });
  });
});

const nothing = { status: 403, body: '' };

describe('who gets an empty 403', () => {
  it.each([
    ['no token', () => '/'],
    ['no token, for the events', () => '/events'],
    ['a wrong token', () => `/${'x'.repeat(32)}/`],
    ['a part of the token', () => `/${token.slice(0, -1)}/`],
    ['the token and more', () => `/${token}x/`],
    ['the token in another place', () => `/?token=${token}`],
    ['a token that is encoded', () => `/%${token.charCodeAt(0).toString(16)}${token.slice(1)}/`],
    ['a malformed token', () => '/%zz%00/'],
    ['an empty token', () => '//'],
    ['a way up to the page', () => `/x/../${token}/`],
    ['a whole address', () => `http://127.0.0.1/${token}/`],
  ])('%s', async (_, path) => {
    expect(await ask(path())).toMatchObject(nothing);
  });

  it.each([
    ['a name that was made to point here', 'host: evil.example'],
    ['such a name with the port', 'host: evil.example:PORT'],
    ['another port', 'host: 127.0.0.1:1'],
    ['another address of this machine', 'host: 0.0.0.0:PORT'],
    ['a name that begins like ours', 'host: 127.0.0.1:PORT.evil.example'],
  ])('a request with the token for %s', async (_, host) => {
    const lines = [`GET /${token}/ HTTP/1.1`, host.replace('PORT', String(port))];
    expect(await rawRequest(port, lines)).toMatchObject(nothing);
  });

  it.each([
    'origin: https://evil.example',
    'origin: null',
    'origin: http://127.0.0.1:1',
    'origin: https://127.0.0.1:PORT',
    'sec-fetch-site: cross-site',
    'sec-fetch-site: same-site',
  ])('a request with the token and %s', async (header) => {
    expect(await ask(`/${token}/`, header.replace('PORT', String(port)))).toMatchObject(nothing);
    expect(await ask(`/${token}/events`, header.replace('PORT', String(port)))).toMatchObject(
      nothing,
    );
  });

  it('a report without the token', async () => {
    const lines = ['POST /rows HTTP/1.1', `host: 127.0.0.1:${port}`, 'content-length: 2'];
    expect(await rawRequest(port, lines, '{}')).toMatchObject(nothing);
  });
});

describe('what the token does not open', () => {
  it.each([
    'client/../../server/Hub.js',
    'client/..%2f..%2fserver/Hub.js',
    '../../../package.json',
    'client//etc/passwd',
    'client/main.ts',
    '%2e%2e/%2e%2e/',
    'nothing',
    'recording',
    'recording?system=x&actor=y',
  ])('%s', async (path) => {
    expect(await ask(`/${token}/${path}`)).toMatchObject({ status: 404, body: '' });
  });

  it.each(['PUT', 'DELETE', 'OPTIONS', 'HEAD'])('%s', async (method) => {
    const lines = [`${method} /${token}/ HTTP/1.1`, `host: 127.0.0.1:${port}`];
    expect(await rawRequest(port, lines)).toMatchObject({ status: 405, body: '' });
  });

  it.each([
    ['no JSON', 'oops'],
    ['no object', '[]'],
    ['no source', '{"charts":[],"rows":[]}'],
    ['rows that are not rows', '{"source":{"id":"a"},"charts":[],"rows":[1]}'],
    ['rows without a system', '{"source":{"id":"a"},"charts":[],"rows":[{"kind":"x","at":1}]}'],
  ])('a report that is %s', async (_, body) => {
    const lines = [
      `POST /${token}/rows HTTP/1.1`,
      `host: 127.0.0.1:${port}`,
      `content-length: ${body.length}`,
    ];
    expect(await rawRequest(port, lines, body)).toMatchObject({ status: 400, body: '' });
  });
});
