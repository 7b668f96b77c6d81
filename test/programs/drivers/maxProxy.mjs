import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { drive, tell } from './drive.mjs';
import { installNativeCli } from './nativeCli.mjs';

const modules = join(dirname(fileURLToPath(import.meta.url)), '../node_modules');
const file = join(modules, process.env.PROGRAM_PACKAGE, 'dist/proxy.js');

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** A gateway that sends messages to an agent with a workspace of its own. */
async function converse(...messages) {
  installNativeCli();
  const workspace = resolve('agent');
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'SOUL.md'), 'You are a gardener.');
  const config = { agents: { list: [{ id: 'gardener', workspace, model: 'anthropic/sonnet' }] } };
  writeFileSync('openclaw.json', JSON.stringify(config));
  const port = await freePort();
  const args = [file, 'openclaw.json', '--port', String(port), '--host', '127.0.0.1'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = new Promise((done) => child.once('exit', done));
  await new Promise((done) => {
    createInterface(child.stdout).on('line', (line) => line.includes('listening') && done());
  });
  for (const message of messages) {
    const body = JSON.stringify({ message });
    const address = `http://127.0.0.1:${port}/v1/agent/gardener`;
    const answer = await fetch(address, { method: 'POST', body });
    tell('answer', [answer.status, await answer.json()]);
  }
  child.kill('SIGTERM');
  await exit;
}

await drive({
  answers: () => converse('One', 'Two'),
  tools: () => converse('List the plants'),
  apiError: () => converse('Say hello'),
});
