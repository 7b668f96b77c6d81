// A web chat: each person has a conversation, sees text as it is written, approves tools in the page,
// and sees the cost. A restart loses nothing. Run `node server.mjs`, open http://127.0.0.1:8080.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import {
  Approvals,
  conversations,
  FileApprovalStore,
  SessionPool,
  toEventStream,
} from 'claude-actors';

const folder = resolve(process.env.CHAT_FOLDER ?? 'chat');
const page = readFileSync(new URL('page.html', import.meta.url));
mkdirSync(folder, { recursive: true });

// Without a file, an approval that is open would not survive a restart.
const approvals = new Approvals({
  tools: ['Bash', 'Write', 'Edit', 'NotebookEdit', 'WebFetch'],
  store: new FileApprovalStore(join(folder, 'approvals')),
});

const pool = new SessionPool({
  max: 8,
  perTenant: 2,
  approvals,
  options: (_key, { tenant }) => {
    const cwd = join(folder, 'people', tenant);
    mkdirSync(cwd, { recursive: true });
    return { cwd, label: tenant, includePartialMessages: true };
  },
});

// A person has one conversation. The same key finds it again after a restart.
const chatOf = (user) => pool.session(`chat of ${user}`, { tenant: user });

// What each person has used, also before a restart.
const bill = join(folder, 'usage.jsonl');
const costs = new Map();
const addCost = ({ user, cost }) => costs.set(user, (costs.get(user) ?? 0) + cost);
if (existsSync(bill)) {
  for (const row of readFileSync(bill, 'utf8').split('\n')) if (row) addCost(JSON.parse(row));
}
pool.on('usage', ({ id, cost }, { tenant: user }) => {
  appendFileSync(bill, `${JSON.stringify({ id, user, cost })}\n`);
  addCost({ user, cost });
});

const routes = {
  'GET /history': (user) => conversations.history(chatOf(user).sessionId),

  'GET /state': async (user) => ({
    user,
    cost: costs.get(user) ?? 0,
    approvals: await approvals.list({ tenant: user }),
  }),

  'POST /messages': (user, { text }) => {
    // The page hears by the event `turn` how it ended, so nobody waits for the result.
    const { uuid } = chatOf(user).send(text);
    return { uuid };
  },

  'POST /interrupt': (user) => chatOf(user).interrupt(),

  'POST /approvals': async (user, { id, allow }) => {
    const mine = await approvals.list({ tenant: user });
    if (!mine.some((approval) => approval.id === id)) return { answered: false };
    const denied = { behavior: 'deny', message: 'The user does not want this.' };
    return { answered: await approvals.answer(id, allow ? { behavior: 'allow' } : denied) };
  },
};

const server = createServer(async (request, response) => {
  const send = (status, value, headers = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value ?? {}));
  };
  try {
    const route = `${request.method} ${request.url}`;
    if (route === 'GET /') return response.setHeader('content-type', 'text/html').end(page);
    const body = request.method === 'POST' ? await json(request) : {};
    // Put your own login here: this one believes everybody. The name is also the name of a folder.
    if (route === 'POST /login' && /^[a-z]{1,20}$/.test(body.name)) {
      return send(200, {}, { 'set-cookie': `user=${body.name}; HttpOnly; SameSite=Strict` });
    }
    const user = /(?:^|; )user=([a-z]{1,20})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1];
    if (!user) send(401, { error: 'Log in first.' });
    else if (route === 'GET /events') {
      const lastEventId = request.headers['last-event-id'];
      const events = ['turn', 'usage', 'approval'];
      const stream = toEventStream(chatOf(user), { lastEventId, events });
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      pipeline(Readable.fromWeb(stream), response, () => {});
    } else if (routes[route]) send(200, await routes[route](user, body));
    else send(404, { error: 'There is nothing here.' });
  } catch (error) {
    if (!response.headersSent) send(400, { error: error.message });
  }
});
server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});

async function shutDown() {
  server.close();
  // Answers what was asked, for 20 s at most. Then every process has ended.
  await pool.drain({ timeoutMs: 20_000 });
  server.closeAllConnections();
  approvals.close();
}
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, shutDown);
