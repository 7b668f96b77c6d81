import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cli, drive, tell } from './drive.mjs';

const modules = join(dirname(fileURLToPath(import.meta.url)), '../node_modules');
const file = join(modules, process.env.PROGRAM_PACKAGE, 'dist/index.js');
const cwd = process.cwd();
/** The older adapter has the same protocol. It finds no titles, and stays when its input ends. */
const isOld = process.env.PROGRAM_PACKAGE.startsWith('@zed-industries/');
const prompt = (text) => [{ type: 'text', text }];

/** An editor that speaks the Agent Client Protocol with the program over its stdin and stdout. */
function startEditor({ onUpdate = () => {}, permission = 'allow' } = {}) {
  const env = { ...process.env, CLAUDE_CODE_EXECUTABLE: cli };
  const child = spawn(process.execPath, [file], { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map();
  let asked = 0;
  const write = (message) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  createInterface(child.stdout).on('line', (line) => {
    const message = JSON.parse(line);
    if (message.method === undefined) {
      tell(`answer to ${waiting.get(message.id)?.method}`, message.result ?? message.error);
      waiting.get(message.id)?.resolve(message.result);
    } else if (message.method === 'session/request_permission') {
      tell('asked', message.params);
      const option = message.params.options.find(({ kind }) => kind.startsWith(permission));
      const outcome = { outcome: 'selected', optionId: option?.optionId };
      write({ id: message.id, result: { outcome } });
    } else {
      const kind = message.params?.update?.sessionUpdate ?? message.method;
      tell(`update ${kind}`, message.params);
      onUpdate(kind, message.params);
    }
  });
  return {
    notify: (method, params) => write({ method, params }),
    request(method, params) {
      asked += 1;
      const id = asked;
      write({ id, method, params });
      return new Promise((resolve) => waiting.set(id, { method, resolve }));
    },
    /** Leaves as editors do: the program sees the end of its input. */
    async close() {
      const code = new Promise((resolve) => child.once('exit', resolve));
      child.stdin.end();
      if (isOld) child.kill('SIGTERM');
      tell('exit of the program', await code);
    },
  };
}

const capabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };

/** Resolves `when` the program has sent an update that `matches`. */
function awaited(matches) {
  let resolve;
  const when = new Promise((done) => {
    resolve = done;
  });
  return { when, see: (kind, params) => matches(kind, params) && resolve() };
}

/** A session in an editor that has said hello. */
async function startSession(options) {
  const editor = startEditor(options);
  await editor.request('initialize', { protocolVersion: 1, clientCapabilities: capabilities });
  const session = await editor.request('session/new', { cwd, mcpServers: [] });
  if (session) return { editor, sessionId: session.sessionId };
  // The rest of the step would wait for updates that never come.
  await editor.close();
  throw new Error('The program started no session.');
}

/** Resolves when the CLI has written the answer down, which it does at its leisure. */
async function stored(sessionId, answer) {
  const root = join(process.env.CLAUDE_CONFIG_DIR, 'projects');
  const isThere = () =>
    readdirSync(root, { recursive: true })
      .filter((path) => path.endsWith(`${sessionId}.jsonl`))
      .some((path) => readFileSync(join(root, path), 'utf8').includes(`"${answer}"`));
  while (!isThere()) await setTimeout(20);
}

/** One turn in a session of its own, until the program has found a title for it. */
async function turn(text, options) {
  const titled = awaited((kind, { update }) => kind === 'session_info_update' && update.title);
  const { editor, sessionId } = await startSession({ onUpdate: titled.see, ...options });
  await editor.request('session/prompt', { sessionId, prompt: prompt(text) });
  if (!isOld) await titled.when;
  return { editor, sessionId };
}

await drive({
  async newSession() {
    const listed = awaited((kind) => kind === 'available_commands_update');
    const { editor } = await startSession({ onUpdate: listed.see });
    await listed.when;
    await editor.close();
  },
  async prompt() {
    const { editor, sessionId } = await turn('One');
    await editor.request('session/prompt', { sessionId, prompt: prompt('Two') });
    await editor.close();
  },
  async permission() {
    const { editor } = await turn('Write the file');
    await editor.close();
  },
  async denied() {
    const { editor } = await turn('Write the file', { permission: 'reject' });
    await editor.close();
  },
  async cancel() {
    const talking = awaited((kind) => kind === 'agent_message_chunk');
    const { editor, sessionId } = await startSession({ onUpdate: talking.see });
    const over = editor.request('session/prompt', { sessionId, prompt: prompt('Tell a story') });
    await talking.when;
    editor.notify('session/cancel', { sessionId });
    await over;
    // The older one takes the end of the first turn for that of the next, and is gone too early.
    const next = { sessionId, prompt: prompt('And now?') };
    if (!isOld) await editor.request('session/prompt', next);
    await editor.close();
  },
  async load() {
    const { editor, sessionId } = await turn('One');
    await stored(sessionId, 'You said One.');
    await editor.close();
    const again = startEditor();
    await again.request('initialize', { protocolVersion: 1, clientCapabilities: capabilities });
    await again.request('session/load', { sessionId, cwd, mcpServers: [] });
    await again.request('session/prompt', { sessionId, prompt: prompt('Two') });
    await again.close();
  },
  async list() {
    const { editor, sessionId } = await turn('One');
    await stored(sessionId, 'You said One.');
    await editor.request('session/list', { cwd });
    await editor.request('session/list', {});
    await editor.close();
  },
  async settings() {
    const { editor, sessionId } = await startSession();
    await editor.request('session/set_mode', { sessionId, modeId: 'plan' });
    const option = { sessionId, configId: 'model', value: 'haiku' };
    await editor.request('session/set_config_option', option);
    await editor.request('session/prompt', { sessionId, prompt: prompt('One') });
    await editor.close();
  },
  async fork() {
    const { editor, sessionId } = await turn('One');
    await stored(sessionId, 'You said One.');
    const forked = await editor.request('session/fork', { sessionId, cwd, mcpServers: [] });
    const inFork = { sessionId: forked?.sessionId, prompt: prompt('Two') };
    await editor.request('session/prompt', inFork);
    await editor.request('session/delete', { sessionId });
    await editor.request('session/list', { cwd });
    await editor.close();
  },
  async apiError() {
    const { editor } = await turn('One');
    await editor.close();
  },
  async lateExit() {
    const talking = awaited((kind) => kind === 'agent_message_chunk');
    const { editor, sessionId } = await startSession({ onUpdate: talking.see });
    editor.request('session/prompt', { sessionId, prompt: prompt('Tell a story') });
    await talking.when;
    await editor.close();
  },
});
