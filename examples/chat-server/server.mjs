// A chat server: users talk to an agent over HTTP, and approve its tool calls.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { ClaudeActorsError } from 'claude-actors';
import { Chat } from './Chat.mjs';

const routes = [
  [
    'GET',
    /^\/approvals$/,
    (chat) => [...chat.approvals.values()].map(({ id, tool }) => ({ id, tool })),
  ],
  ['POST', /^\/approvals\/(\d+)$/, (chat, { allow }, id) => ({ known: chat.decide(id, allow) })],
  ['POST', /^\/messages$/, (chat, { text }) => chat.say(text)],
  ['POST', /^\/interrupt$/, (chat) => chat.interrupt()],
  ['POST', /^\/end$/, (chat) => chat.end()],
  ['DELETE', /^\/$/, (chat) => chat.stop()],
];

/** Every session gets `options`. Tests pass their own. */
export function createChatServer(options, Conversation = Chat) {
  const chats = [];

  async function answer({ method, url }, body) {
    if (method === 'POST' && url === '/chats') {
      return [201, { id: chats.push(new Conversation(options)) }];
    }
    const [, number, path] = /^\/chats\/(\d+)(\/.*)$/.exec(url) ?? [];
    const chat = chats[number - 1];
    const [, pattern, run] =
      routes.find(([verb, shape]) => verb === method && shape.test(path)) ?? [];
    if (!chat || !run) return [404, { error: 'There is nothing here.' }];
    const [, ...parts] = pattern.exec(path);
    return [200, (await run(chat, body, ...parts)) ?? {}];
  }

  const server = createServer(async (request, response) => {
    const send = (status, value) => {
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify(value));
    };
    try {
      const body = request.method === 'POST' ? await json(request) : {};
      send(...(await answer(request, body)));
    } catch (error) {
      const known = error instanceof ClaudeActorsError;
      send(known ? 502 : 500, { error: error.message, ...(known && { code: error.code }) });
    }
  });
  /** Ends all conversations, then the server. */
  server.shutDown = async () => {
    await Promise.all(chats.map((chat) => chat.stop()));
    server.close();
    server.closeAllConnections();
  };
  return server;
}
