// Two workers and a web server on the simulated CLI. The worker that has the conversation is killed in
// the middle of a turn, and the other one goes on. To use your own CLI, run worker.mjs and server.mjs.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { simulatedCliPath } from 'claude-actors/testing';

const folder = mkdtempSync(join(tmpdir(), 'fleet-'));
const scenario = join(folder, 'scenario.json');
const turns = [
  [{ text: 'Hello!' }],
  [{ tool: 'Bash', input: { command: 'echo refunded >> orders' } }, { text: 'Refunded.' }],
  [{ text: 'Let me count.' }, { tool: 'Read', input: { file_path: 'orders' }, takes: 60_000 }],
];
// This version keeps its process while it waits for an approval. A new process begins with the first turn.
writeFileSync(scenario, JSON.stringify({ version: '2.1.197', tools: 'real', turns }));

const processes = [];
/** Starts a program of this folder. Resolves with the first line that it prints. */
async function start(file) {
  const program = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    env: {
      ...{ PATH: process.env.PATH, HOME: folder, PORT: '0', LEASE_MS: '4000' },
      ...{ FLEET_FOLDER: folder, FLEET_URL: process.env.FLEET_URL },
      ...{ CLAUDE_CLI_PATH: simulatedCliPath, CLAUDE_ACTORS_SCENARIO: scenario },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(program, 'exit');
  processes.push({ program, ended });
  const [line] = await once(program.stdout.setEncoding('utf8'), 'data');
  return { program, ended, line: line.trim() };
}

/** The server-sent events of a chat, from the first one on. */
async function* eventsOf(url, headers) {
  const response = await fetch(url, { headers });
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop();
    for (const event of events) yield JSON.parse(/^data: (.+)$/m.exec(event)[1]);
  }
}

try {
  const [server, first, second] = await Promise.all(
    ['server.mjs', 'worker.mjs', 'worker.mjs'].map(start),
  );
  const workers = new Map([first, second].map((one) => [one.line.split(' ')[0], one]));
  const chat = `${server.line}/chats/${Date.now()}`;
  const headers = { 'x-user': 'anna' };
  const post = async (what, body) => {
    const settings = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${chat}/${what}`, settings)).json();
  };
  const state = async () => (await fetch(`${chat}/state`, { headers })).json();

  const rows = eventsOf(`${chat}/rows`, headers);
  /** Reads on to the row that matters next. */
  const next = async (isNext) => {
    for (;;) {
      const { value: row } = await rows.next();
      if (row.type === 'settled') console.log(`  ${row.id}: ${row.outcome}`);
      if (isNext(row)) return row;
    }
  };
  const outcomeOf = async (id) =>
    (await next((row) => row.type === 'settled' && row.id === id)).outcome;

  await post('messages', { id: 'hello', text: 'Hi' });
  assert.equal(await outcomeOf('hello'), 'answered');

  await post('messages', { id: 'refund', text: 'Refund order 7' });
  const { approval } = await next((row) => row.type === 'approval' && row.change === 'opened');
  console.log(`${approval.tool} waits for an approval: ${approval.input.command}`);
  assert.equal((await post('approvals', { id: approval.id, allow: true })).answered, true);
  assert.equal((await post('approvals', { id: approval.id, allow: false })).answered, false);
  assert.equal(await outcomeOf('refund'), 'answered');

  await post('messages', { id: 'count', text: 'How many refunds were there?' });
  await next((row) => JSON.stringify(row.message?.message?.content)?.includes('"tool_use"'));
  const { worker } = await state();
  console.log(`${worker} is killed while it works`);
  workers.get(worker).program.kill('SIGKILL');

  // As soon as its lease is over, so within 5 s here.
  const { tools } = await next((row) => row.type === 'interrupted');
  console.log(`the other worker took over; in doubt: ${tools.map(({ name }) => name)}`);
  assert.equal(await outcomeOf('count'), 'interrupted');

  // Sent twice, because the page did not know whether the first one had arrived.
  assert.equal((await post('messages', { id: 'again', text: 'Are you there?' })).outcome, 'stored');
  assert.equal((await post('messages', { id: 'again', text: 'Are you there?' })).outcome, 'seen');
  assert.equal(await outcomeOf('again'), 'answered');
  const after = await state();
  assert.notEqual(after.worker, worker);
  assert.ok(after.usage.cost > 0);
  await rows.return();
} finally {
  for (const { program } of processes) program.kill('SIGTERM');
  await Promise.all(processes.map(({ ended }) => ended));
  rmSync(folder, { recursive: true, force: true });
}
console.log('ok: a worker died at work, and its conversation went on with another one');
