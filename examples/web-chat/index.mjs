// Starts the web chat on the simulated CLI, and uses it as its page does: two people, an approval, a
// restart. To chat yourself, run server.mjs.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { simulatedCliPath } from 'claude-actors/testing';

const folder = mkdtempSync(join(tmpdir(), 'web-chat-'));
const scenario = join(folder, 'scenario.json');
const turns = [
  [{ text: 'Hello!' }],
  [{ tool: 'Bash', input: { command: 'date' } }, { text: 'Ok.' }],
];
// This version keeps its process while it waits for an approval.
writeFileSync(scenario, JSON.stringify({ version: '2.1.197', tools: 'real', turns }));

/** The server as a process of its own, so that it can be restarted. */
async function start() {
  const file = fileURLToPath(new URL('./server.mjs', import.meta.url));
  const server = spawn(process.execPath, [file], {
    env: {
      ...{ PATH: process.env.PATH, HOME: folder, PORT: '0', CHAT_FOLDER: join(folder, 'chat') },
      ...{ CLAUDE_CLI_PATH: simulatedCliPath, CLAUDE_ACTORS_SCENARIO: scenario },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(server.stdout.setEncoding('utf8'), 'data');
  const url = line.trim();
  const call = async (user, method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      ...{ method, headers: { cookie: `user=${user}` } },
      ...(body && { body: JSON.stringify(body) }),
    });
    assert.equal(response.status, 200);
    return response.json();
  };
  const stop = async () => {
    server.kill('SIGTERM');
    const [code] = await once(server, 'exit');
    assert.equal(code, 0);
  };
  return { call, stop };
}

/** Asks for the state until it is as expected. */
async function until({ call }, user, isExpected) {
  for (;;) {
    const state = await call(user, 'GET', '/state');
    if (isExpected(state)) return state;
    await setTimeout(20);
  }
}

try {
  const first = await start();
  await first.call('anna', 'POST', '/messages', { text: 'Hi' });
  await first.call('ben', 'POST', '/messages', { text: 'Hi' });
  const { cost } = await until(first, 'anna', (state) => state.cost > 0);
  await until(first, 'ben', (state) => state.cost > 0);
  await first.call('anna', 'POST', '/messages', { text: 'What time is it?' });
  const { approvals } = await until(first, 'anna', (state) => state.approvals.length > 0);
  assert.equal(approvals[0].tool, 'Bash');
  assert.deepEqual((await first.call('ben', 'GET', '/state')).approvals, []);
  const { id } = approvals[0];
  const stolen = await first.call('ben', 'POST', '/approvals', { id, allow: true });
  assert.equal(stolen.answered, false);
  const answer = await first.call('anna', 'POST', '/approvals', { id, allow: true });
  assert.equal(answer.answered, true);
  const before = await until(first, 'anna', (state) => state.cost > cost);
  await first.stop();

  const second = await start();
  const after = await second.call('anna', 'GET', '/state');
  assert.equal(after.cost, before.cost);
  const history = JSON.stringify(await second.call('anna', 'GET', '/history'));
  for (const said of ['Hi', 'Hello!', 'What time is it?', 'Ok.']) assert.ok(history.includes(said));
  await second.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log('ok: two people, an approval and a restart; the history is there, the cost adds up');
