import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { droppedFileBytes, fleetViewLimits } from '../../../defaults/inspectorDefaults.js';
import { pageLimits } from '../../../defaults.js';
import { type ApprovalDesk, readAnswer } from '../../fleet/ApprovalDesk.js';
import { authorizeRequest, isFromOwnPage } from './authorizeRequest.js';
import { exportRecording } from './exportRecording.js';
import type { Hub } from './Hub.js';
import { PageStream } from './PageStream.js';
import { readAsset } from './readAsset.js';
import { readReport, readText } from './readReport.js';

export interface PageServerOptions {
  /** Any free port by default. */
  port?: number;
  /** Whether the server keeps its process alive. */
  keepsAlive: boolean;
  /** Answers approvals. Without it, nobody can. */
  desk?: ApprovalDesk | undefined;
}

export interface PageServer {
  /** The address of the page, including the token. */
  readonly url: string;
  /** The address from which approvals can be answered. Programs that report must not get it. */
  readonly answerUrl: string | undefined;
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

/**
 * Serves the page and receives the reports of programs. Listens on 127.0.0.1 only, and answers only
 * those who know the token in the address.
 */
export async function servePage(
  hub: Hub,
  { port = 0, keepsAlive, desk }: PageServerOptions,
): Promise<PageServer> {
  const token = randomBytes(24).toString('base64url');
  const streams = new Set<PageStream>();
  const timeouts = {
    headersTimeout: pageLimits.headTimeoutMs,
    requestTimeout: pageLimits.requestTimeoutMs,
    connectionsCheckingInterval: pageLimits.timeoutCheckMs,
    // A program may be silent for a long time between two reports.
    keepAliveTimeout: 0,
  };
  const server = createServer(timeouts, (request, response) => {
    handle(request, response).catch(() => refuse(response, 500));
  });
  server.maxConnections = pageLimits.connections;
  const strangers = limitStrangers(server, pageLimits.strangers);
  if (!keepsAlive) server.on('connection', (socket: Socket) => socket.unref());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  if (!keepsAlive) server.unref();
  const { port: listening } = server.address() as AddressInfo;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const authorized = authorizeRequest(request, token, listening);
    if (!authorized) return refuse(response, 403);
    strangers.delete(request.socket);
    const { path, query } = authorized;
    if (request.method === 'POST' && path === 'rows') return receiveReport(request, response);
    if (request.method === 'POST' && path === 'recording') {
      return openRecording(request, response, query.get('name') ?? 'recording');
    }
    if (request.method === 'POST' && path === 'answer') return answerApproval(request, response);
    if (request.method !== 'GET') return refuse(response, 405);
    if (path === 'events') return openStream(response, query.get('system') ?? undefined);
    if (path === 'recording') return sendRecording(response, query);
    const asset = await readAsset(path);
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
    const text = log && exportRecording(log, query.get('actor') ?? '');
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

  /** Shows a recording that was dropped onto the page. The answer says what is wrong with it. */
  async function openRecording(
    request: IncomingMessage,
    response: ServerResponse,
    name: string,
  ): Promise<void> {
    const text = await readText(request, droppedFileBytes);
    if (text === undefined) return refuse(response, 413);
    // Loaded now, because most pages never open a file.
    const { receiveRecording } = await import('../../recording/receiveRecording.js');
    const opened = await receiveRecording(hub, name.slice(0, pageLimits.nameLength), text);
    const [status, body] = 'source' in opened ? [200, opened.source] : [422, opened.problem];
    const type = 'text/plain; charset=utf-8';
    response.writeHead(status, { ...headers, 'content-type': type }).end(body);
  }

  /** The key is in a header of its own, which a page of another site cannot send. */
  async function answerApproval(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { 'x-answer-key': key, 'content-type': type } = request.headers;
    const isAllowed = isFromOwnPage(request) && type === 'application/json' && desk?.isKey(key);
    if (!desk || !isAllowed) return refuse(response, 403);
    const answer = readAnswer((await readText(request, fleetViewLimits.answerBytes)) ?? '');
    if (!answer) return refuse(response, 400);
    const outcome = await desk.answer(answer);
    response
      .writeHead(200, {
        ...headers,
        'content-type': 'text/plain',
        'content-length': outcome.length,
      })
      .end(outcome);
  }

  async function receiveReport(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await readReport(request);
    if (!received) return refuse(response, 400);
    hub.receive(received.report, received.refusedCharts);
    watchConnection(request.socket, received.report.source.id);
    response.writeHead(204).end();
  }

  /** A program has one connection, which closes when the program ends, however it ends. */
  const watched = new WeakSet<Socket>();
  function watchConnection(socket: Socket, sourceId: string): void {
    if (watched.has(socket)) return;
    watched.add(socket);
    socket.once('close', () => hub.disconnect(sourceId));
  }

  const url = `http://127.0.0.1:${listening}/${token}/`;
  return {
    url,
    // Browsers do not send what follows the hash to anybody.
    answerUrl: desk && `${url}#answer=${desk.key}`,
    async close() {
      for (const stream of streams) stream.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/**
 * Connections that have not shown the token. Anyone on this machine can open them, and each costs
 * this process a file descriptor, so a new one closes the oldest.
 */
function limitStrangers(server: Server, limit: number): Set<Socket> {
  const strangers = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    strangers.add(socket);
    socket.once('close', () => strangers.delete(socket));
    const [oldest] = strangers;
    if (strangers.size > limit) oldest?.destroy();
  });
  return strangers;
}

/** The answer is empty, so that a stranger learns nothing from it. */
function refuse(response: ServerResponse, status: number): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, { connection: 'close', 'content-length': 0 }).end();
}
