// The web server. It runs no CLI, so it can be restarted, or be there twice, at any time.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import fleet from './fleet.mjs';

const chatOf = (user, id) => fleet.session(`${user}/${id}`, { tenant: user });

const routes = {
  // A page that sends its message again, with the same id, sends it once.
  'POST messages': async (chat, { id, text }) => chat.send(text, { id }),

  'POST interrupt': async (chat) => chat.interrupt(),

  'POST approvals': async (chat, { id, allow }) => {
    const denied = { behavior: 'deny', message: 'The user does not want this.' };
    return { answered: await chat.answer(id, allow ? { behavior: 'allow' } : denied) };
  },

  'GET state': async (chat) => chat.info(),
};

/** Server-sent events. A browser that was cut off sends the id of the last one, and misses nothing. */
async function stream(chat, request, response) {
  const left = new AbortController();
  response.once('close', () => left.abort());
  const after = Number(request.headers['last-event-id'] ?? 0);
  const rows = chat.rows({ after, signal: left.signal });
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  for await (const { cursor, ...row } of rows) {
    response.write(`id: ${cursor}\nevent: ${row.type}\ndata: ${JSON.stringify(row)}\n\n`);
  }
  response.end();
}

const server = createServer(async (request, response) => {
  const send = (status, value) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value ?? {}));
  };
  try {
    // Put your own login here: this server believes everybody.
    const user = /^[a-z]{1,20}$/.exec(request.headers['x-user'] ?? '')?.[0];
    if (!user) return send(401, { error: 'Log in first.' });
    const [, id, what] = /^\/chats\/(\w+)\/(\w+)$/.exec(request.url) ?? [];
    const route = `${request.method} ${what}`;
    if (route !== 'GET rows' && !Object.hasOwn(routes, route)) {
      return send(404, { error: 'There is nothing here.' });
    }
    const chat = await chatOf(user, id);
    if (route === 'GET rows') return await stream(chat, request, response);
    const body = request.method === 'POST' ? await json(request) : {};
    send(200, await routes[route](chat, body));
  } catch (error) {
    // A browser that is cut off comes back, and reads on.
    if (response.headersSent) response.destroy();
    else send(400, { error: error.message });
  }
});
server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => {
    server.close(() => fleet.close());
    server.closeAllConnections();
  });
}
