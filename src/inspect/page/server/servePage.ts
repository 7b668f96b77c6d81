import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { accessOf } from './authorizeRequest.js';
import { assetAt } from './readAsset.js';
import type { Hub } from './Hub.js';
import { PageStream } from './PageStream.js';
import { readPacket } from './readReport.js';
import { recordingOf } from './exportRecording.js';

export interface PageServerOptions {
  /** Any free one where absent. */
  port?: number;
  /** Whether it keeps its process alive. */
  keepsAlive: boolean;
}

export interface PageServer {
  /** With the token. */
  readonly url: string;
  close(): Promise<void>;
}

const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Serves the page, and takes what programs report, on loopback and to those who know the token. */
export async function servePage(
  hub: Hub,
  { port = 0, keepsAlive }: PageServerOptions,
): Promise<PageServer> {
  const token = randomBytes(24).toString('base64url');
  const streams = new Set<PageStream>();
  const server = createServer((request, response) => {
    handle(request, response).catch(() => refuse(response, 500));
  });
  // A program that reports may be silent for long.
  server.keepAliveTimeout = 0;
  if (!keepsAlive) server.on('connection', (socket: Socket) => socket.unref());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  if (!keepsAlive) server.unref();
  const { port: listening } = server.address() as AddressInfo;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const access = accessOf(request, token, listening);
    if (!access) return refuse(response, 403);
    const { path, query } = access;
    if (request.method === 'POST' && path === 'rows') return takeRows(request, response);
    if (request.method !== 'GET') return refuse(response, 405);
    if (path === 'events') return openStream(response, query.get('system') ?? undefined);
    if (path === 'recording') return sendRecording(response, query);
    const asset = await assetAt(path);
    if (!asset) return refuse(response, 404);
    response.writeHead(200, { ...headers, 'content-type': asset.type }).end(asset.body);
  }

  function openStream(response: ServerResponse, key: string | undefined): void {
    const stream = new PageStream(hub, response, key);
    streams.add(stream);
    response.once('close', () => streams.delete(stream));
  }

  function sendRecording(response: ServerResponse, query: URLSearchParams): void {
    const log = hub.log(query.get('system') ?? '');
    const text = log && recordingOf(log, query.get('actor') ?? '');
    if (text === undefined) {
      refuse(response, 404);
      return;
    }
    response
      .writeHead(200, {
        ...headers,
        'content-type': 'application/x-ndjson; charset=utf-8',
        'content-disposition': 'attachment; filename="recording.ndjson"',
      })
      .end(text);
  }

  async function takeRows(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const report = await readPacket(request);
    if (!report) return refuse(response, 400);
    hub.take(report.packet, report.refusedCharts);
    noteEnd(request.socket, report.packet.source.id);
    response.writeHead(204).end();
  }

  /** The one connection of a program closes when the program ends, however it ends. */
  const known = new WeakSet<Socket>();
  function noteEnd(socket: Socket, sourceId: string): void {
    if (known.has(socket)) return;
    known.add(socket);
    socket.once('close', () => hub.lose(sourceId));
  }

  return {
    url: `http://127.0.0.1:${listening}/${token}/`,
    async close() {
      for (const stream of streams) stream.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** With nothing in it: who may not see anything learns nothing. */
function refuse(response: ServerResponse, status: number): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, { connection: 'close', 'content-length': 0 }).end();
}
