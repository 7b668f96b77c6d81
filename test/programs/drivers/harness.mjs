import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { drive, tell } from './drive.mjs';
import { installNativeCli } from './nativeCli.mjs';

const modules = join(dirname(fileURLToPath(import.meta.url)), '../node_modules');
const bridge = join(modules, process.env.PROGRAM_PACKAGE, 'dist/bridge/index.mjs');
const cwd = process.cwd();

/** Ids that the bridge makes up. */
const own = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The program that the AI SDK starts in a sandbox, and the socket over which it drives it. */
async function startBridge(onEvent = () => {}) {
  installNativeCli();
  const env = { ...process.env, BRIDGE_CHANNEL_TOKEN: 'token', BRIDGE_WS_PORT: '0' };
  const args = [bridge, '--workdir', cwd, '--bridge-state-dir', join(cwd, '.bridge')];
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  const port = await new Promise((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('bridge-ready')) resolve(JSON.parse(line).port);
    });
  });
  const socket = new WebSocket(`ws://127.0.0.1:${port}/?agent_bridge_token=token`);
  const send = (message) => socket.send(JSON.stringify(message));
  let finish = () => {};
  socket.on('message', (data) => {
    const event = JSON.parse(String(data).replaceAll(own, '<id>'));
    tell('event', event);
    onEvent(JSON.parse(String(data)), send);
    if (event.type === 'finish' || event.type === 'error') finish();
  });
  await new Promise((resolve) => socket.once('open', resolve));
  return {
    send,
    turn(prompt, more) {
      const over = new Promise((resolve) => {
        finish = resolve;
      });
      send({ type: 'start', prompt, ...more });
      return over;
    },
    async close() {
      send({ type: 'shutdown' });
      socket.close();
      child.kill('SIGTERM');
      await exit;
    },
  };
}

const adding = {
  tools: [
    {
      name: 'add',
      description: 'Adds',
      inputSchema: {
        type: 'object',
        properties: { a: { type: 'number' }, b: { type: ['number', 'null'] } },
        required: ['a'],
      },
    },
  ],
};

await drive({
  async turns() {
    const { turn, close } = await startBridge();
    await turn('One');
    await turn('Two');
    await close();
  },
  async tools() {
    const answering = ({ type, toolCallId, input, providerExecuted }, send) => {
      if (type !== 'tool-call' || providerExecuted) return;
      const { a, b } = JSON.parse(input);
      send({ type: 'tool-result', toolCallId, output: a + (b ?? 0), isError: false });
    };
    const { turn, close } = await startBridge(answering);
    await turn('Add', adding);
    await close();
  },
  async denied() {
    const answering = ({ type, approvalId }, send) => {
      if (type !== 'tool-approval-request') return;
      send({ type: 'tool-approval-response', approvalId, approved: false, reason: 'not this one' });
    };
    const { turn, close } = await startBridge(answering);
    await turn('Write the file', { permissionMode: 'allow-reads' });
    await close();
  },
  async filtered() {
    const builtinToolFiltering = { mode: 'allow', toolNames: ['read'] };
    const { turn, close } = await startBridge();
    await turn('Say hello', { builtinToolFiltering, thinking: { type: 'disabled' }, maxTurns: 2 });
    await close();
  },
  async apiError() {
    const { turn, close } = await startBridge();
    await turn('Say hello');
    await close();
  },
  async interrupt() {
    const interrupting = ({ type }, send) => {
      if (type === 'text-delta') send({ type: 'interrupt' });
    };
    const { turn, close } = await startBridge(interrupting);
    await turn('Tell a story');
    await close();
  },
});
