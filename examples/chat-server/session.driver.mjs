// How the tests use the chat server: over HTTP, like its users.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Chat } from './Chat.mjs';
import { ForgetfulChat } from './ForgetfulChat.mjs';
import { createChatServer } from './server.mjs';

const Conversation = process.env.CHAT === 'forgetful' ? ForgetfulChat : Chat;

async function call({ address }, method, path, body = {}) {
  const response = await fetch(`${address}${path}`, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });
  const value = await response.json();
  // If the agent fails, the server reports that. The server itself must not fail.
  assert.ok([200, 201, 502].includes(response.status), `${response.status}: ${value.error}`);
  return value;
}

async function decide(app, allow) {
  const [approval] = await call(app, 'GET', '/chats/1/approvals');
  if (approval) await call(app, 'POST', `/chats/1/approvals/${approval.id}`, { allow });
}

async function asksNothing(app) {
  assert.deepEqual(await call(app, 'GET', '/chats/1/approvals'), [], 'a dead approval is shown');
}

/** @type {import('claude-actors/testing').SessionDriver} */
export const driver = {
  async start(options) {
    const server = createChatServer(options, Conversation).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const app = { server, address: `http://127.0.0.1:${server.address().port}` };
    await call(app, 'POST', '/chats');
    return app;
  },
  close: ({ server }) => server.shutDown(),

  send: (app, text) => call(app, 'POST', '/chats/1/messages', { text }),
  interrupt: (app) => call(app, 'POST', '/chats/1/interrupt'),
  allow: (app) => decide(app, true),
  deny: (app) => decide(app, false),
  end: (app) => call(app, 'POST', '/chats/1/end'),
  stop: (app) => call(app, 'DELETE', '/chats/1/'),

  states: {
    'running.turn.idle': asksNothing,
    'running.turn.working': asksNothing,
    async 'running.turn.requiresAction'(app) {
      assert.equal((await call(app, 'GET', '/chats/1/approvals')).length, 1);
    },
    stopped: asksNothing,
    failed: asksNothing,
  },
  // The forgetful version is known to hang.
  patienceMs: Conversation === ForgetfulChat ? 1000 : 10_000,
};
