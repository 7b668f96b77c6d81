import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createFleet, memoryStore } from '../../../src/fleet/index.js';
import { ApprovalDesk } from '../../../src/inspect/fleet/ApprovalDesk.js';
import { openPage } from '../../../src/inspect/index.js';
import { Hub } from '../../../src/inspect/page/server/Hub.js';
import { type PageServer, servePage } from '../../../src/inspect/page/server/servePage.js';
import { rawRequest } from '../page/support/rawRequest.js';
import { approval, ListedFleet } from './support.js';

const fleet = new ListedFleet();
const desk = new ApprovalDesk(fleet);
let server: PageServer;
let [port, token, origin] = [0, '', ''];
beforeAll(async () => {
  server = await servePage(new Hub(), { keepsAlive: true, desk });
  const url = new URL(server.url);
  port = Number(url.port);
  token = url.pathname.split('/')[1] ?? '';
  origin = url.origin;
});
afterAll(() => server.close());
beforeEach(() => {
  fleet.answers.length = 0;
  fleet.approvalList = [approval('a1')];
});

interface Attempt {
  body?: unknown;
  headers?: Record<string, string | undefined>;
}

function post({ body = { id: 'a1', behavior: 'allow' }, headers = {} }: Attempt = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const all = {
    ...{ host: `127.0.0.1:${port}`, origin, 'content-type': 'application/json' },
    ...{ 'x-answer-key': desk.key, 'content-length': String(Buffer.byteLength(text)) },
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${value}`,
  );
  return rawRequest(port, [`POST /${token}/answer HTTP/1.1`, ...lines], text);
}

describe('an answer from the page', () => {
  it('goes to the conversation of the approval, and only the first one counts', async () => {
    expect(await post()).toMatchObject({ status: 200, body: 'answered' });
    expect(await post({ body: { id: 'a1', behavior: 'deny', message: ' No. ' } })).toMatchObject({
      body: 'late',
    });
    expect(fleet.answers).toEqual([
      { chat: 'chat-1', tenant: 'anna', id: 'a1', decision: { behavior: 'allow' } },
      {
        ...{ chat: 'chat-1', tenant: 'anna', id: 'a1' },
        decision: { behavior: 'deny', message: 'No.' },
      },
    ]);
    expect(await post({ body: { id: 'other', behavior: 'allow' } })).toMatchObject({
      body: 'unknown',
    });
  });

  it('cannot change the input of the tool', async () => {
    const updatedInput = { command: 'rm -rf /' };
    await post({ body: { id: 'a1', behavior: 'allow', updatedInput } });
    expect(fleet.answers[0]?.decision).toEqual({ behavior: 'allow' });
  });

  it.each<[string, Attempt['headers']]>([
    ['without the key, which programs that report do not have', { 'x-answer-key': undefined }],
    ['with another key', { 'x-answer-key': 'x'.repeat(32) }],
    ['with the token as the key', { 'x-answer-key': 'TOKEN' }],
    ['of another site', { origin: 'https://evil.example' }],
    ['of a page in a frame without an origin', { origin: 'null' }],
    ['of no page at all', { origin: undefined }],
    ['of a form, which any site can send', { 'content-type': 'text/plain' }],
    ['that a browser says comes from elsewhere', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused %s', async (_, headers = {}) => {
    if (headers['x-answer-key'] === 'TOKEN') headers['x-answer-key'] = token;
    expect(await post({ headers })).toMatchObject({ status: 403, body: '' });
    expect(fleet.answers).toEqual([]);
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '7'],
    ['no id', { behavior: 'allow' }],
    ['no known answer', { id: 'a1', behavior: 'always' }],
    ['a reason that is no text', { id: 'a1', behavior: 'deny', message: 7 }],
    ['too much', { id: 'a1', behavior: 'deny', message: 'x'.repeat(70_000) }],
  ])('is refused if it is %s', async (_, body) => {
    expect(await post({ body })).toMatchObject({ status: 400 });
    expect(fleet.answers).toEqual([]);
  });

  it('is refused by a page that was not opened for it', async () => {
    const other = await servePage(new Hub(), { keepsAlive: true });
    const { port: otherPort, origin: own, pathname } = new URL(other.url);
    const headers = [`host: 127.0.0.1:${otherPort}`, `origin: ${own}`, 'content-length: 2'];
    const key = [`x-answer-key: ${desk.key}`, 'content-type: application/json'];
    const lines = [`POST ${pathname}answer HTTP/1.1`, ...headers, ...key];
    expect(await rawRequest(Number(otherPort), lines, '{}')).toMatchObject({ status: 403 });
    expect(other.answerUrl).toBeUndefined();
    await other.close();
  });
});

describe('openPage', () => {
  it('lets nobody answer what the page does not show', async () => {
    const own = createFleet({ store: memoryStore() });
    for (const options of [
      { answerApprovals: true },
      { answerApprovals: true, fleet: own },
      { answerApprovals: true, content: 'shown' as const },
    ]) {
      await expect(openPage(options)).rejects.toMatchObject({ code: 'InvalidOption' });
    }
    const page = await openPage({ fleet: own, content: 'shown', answerApprovals: true });
    expect(page.answerUrl).toMatch(/\/[\w-]{32}\/#answer=[\w-]{32}$/);
    expect(page.url).not.toContain('#');
    await page.close();
    const plain = await openPage({ fleet: own });
    expect(plain.answerUrl).toBeUndefined();
    await plain.close();
    await own.close();
  });
});
