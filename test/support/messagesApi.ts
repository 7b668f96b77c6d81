import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model says in one answer. */
export type Saying = Block | { wait: Promise<unknown> } | Failure;

/** With `wait`, a text is not over before that. */
type Block =
  | { text: string; wait?: Promise<unknown> }
  | { tool: string; id: string; input: Record<string, unknown> };

/** Instead of an answer. */
interface Failure {
  status: number;
  error: string;
}

export interface ApiRequest {
  model: string;
  messages: { role: string; content: unknown }[];
  system?: unknown;
  tools?: { name: string }[];
  stream?: boolean;
}

/** Plays the model: gets each request, gives the blocks of its answer. */
export type Model = (request: ApiRequest) => Saying[] | Promise<Saying[]>;

export interface ApiUsage {
  input_tokens: number;
  output_tokens: number;
  cache_creation_input_tokens: number;
  cache_read_input_tokens: number;
}

/** A response that was asked for, and what it used. */
export interface Served {
  id: string;
  model: string;
  usage: ApiUsage;
  /** Whether its first event has been sent. */
  isStarted: boolean;
  /** When its last event was sent. */
  doneAt?: number;
}

export interface MessagesApi {
  url: string;
  requests: ApiRequest[];
  served: Served[];
  /** Rejects if anybody wanted to reach another host through it. */
  close(): Promise<void>;
}

const usual = (): ApiUsage => ({
  input_tokens: 10,
  output_tokens: 5,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
});

/**
 * The Messages API on loopback, streaming, with a model that follows a script. `usageOf` says what
 * the nth answer uses.
 */
export async function messagesApi(
  model: Model,
  usageOf: (n: number) => ApiUsage = usual,
): Promise<MessagesApi> {
  const requests: ApiRequest[] = [];
  const served: Served[] = [];
  let given = 0;
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || !request.url?.startsWith('/v1/messages')) {
      response.writeHead(404).end('{}');
      return;
    }
    if (request.url.includes('count_tokens')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"input_tokens":10}');
      return;
    }
    const asked = JSON.parse(await bodyOf(request)) as ApiRequest;
    requests.push(asked);
    const sayings = await model(asked);
    given += 1;
    const failure = sayings.find((saying) => 'status' in saying);
    if (failure) refuse(response, failure);
    else {
      const one = { id: `msg_${given}`, model: asked.model, usage: usageOf(given) };
      const row: Served = { ...one, isStarted: false };
      served.push(row);
      await answer(response, asked, row, sayings);
      row.doneAt = Date.now();
    }
  });
  // The sandbox names this server as its proxy, so that nothing gets out unseen.
  const outside: string[] = [];
  server.on('connect', ({ url = '' }, socket) => {
    outside.push(url);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    served,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      if (outside.length > 0) throw new Error(`The CLI asked the network for ${outside}.`);
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function refuse(response: ServerResponse, { status, error }: Failure): void {
  const types: Record<number, string> = { 429: 'rate_limit_error', 529: 'overloaded_error' };
  const type = types[status] ?? 'invalid_request_error';
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' });
  response.end(JSON.stringify({ type: 'error', error: { type, message: error } }));
}

async function answer(
  response: ServerResponse,
  asked: ApiRequest,
  served: Served,
  sayings: Saying[],
): Promise<void> {
  const { id, usage } = served;
  const stopReason = sayings.some((saying) => 'tool' in saying) ? 'tool_use' : 'end_turn';
  const message = { id, type: 'message', role: 'assistant', model: asked.model };
  if (!asked.stream) {
    const content = sayings.filter(isBlock).map(blockOf);
    const whole = { ...message, content, stop_reason: stopReason, stop_sequence: null, usage };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (event: { type: string; [field: string]: unknown }) =>
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  const first = { ...usage, output_tokens: 1 };
  const empty = { ...message, content: [], stop_reason: null, stop_sequence: null, usage: first };
  send({ type: 'message_start', message: empty });
  served.isStarted = true;
  let index = -1;
  for (const saying of sayings) {
    if (!isBlock(saying)) {
      if ('wait' in saying) await saying.wait;
      continue;
    }
    index += 1;
    const start = 'text' in saying ? { type: 'text', text: '' } : { ...blockOf(saying), input: {} };
    send({ type: 'content_block_start', index, content_block: start });
    const delta =
      'text' in saying
        ? { type: 'text_delta', text: saying.text }
        : { type: 'input_json_delta', partial_json: JSON.stringify(saying.input) };
    send({ type: 'content_block_delta', index, delta });
    if ('text' in saying) await saying.wait;
    send({ type: 'content_block_stop', index });
  }
  const delta = { stop_reason: stopReason, stop_sequence: null };
  send({ type: 'message_delta', delta, usage: { output_tokens: usage.output_tokens } });
  send({ type: 'message_stop' });
  response.end();
}

function isBlock(saying: Saying): saying is Block {
  return 'text' in saying || 'tool' in saying;
}

function blockOf(saying: Block): Record<string, unknown> {
  if ('text' in saying) return { type: 'text', text: saying.text };
  return { type: 'tool_use', id: saying.id, name: saying.tool, input: saying.input };
}
