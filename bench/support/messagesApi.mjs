import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const usage = { input_tokens: 10, output_tokens: 5 };
const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [], usage };
const events = [
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
  { type: 'message_stop' },
];

/** The Messages API on loopback. It answers everything with one word, at once. */
export async function messagesApi() {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.method !== 'POST' || !request.url.startsWith('/v1/messages')) {
      response.writeHead(404).end('{}');
      return;
    }
    const { model } = JSON.parse(body);
    const start = { type: 'message_start', message: { ...message, model } };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of [start, ...events]) {
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    }
    response.end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
