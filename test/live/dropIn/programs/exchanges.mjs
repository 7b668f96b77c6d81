import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { AbortError, createSdkMcpServer, query } from '@anthropic-ai/claude-agent-sdk';
import { tell } from './record.mjs';

const warned = [];
process.removeAllListeners('warning');
process.on('warning', ({ code }) => warned.push(code));

mkdirSync('bin');
let count = 0;

/** A CLI that says `lines` after the prompt, and its result when all its requests have an answer. */
function cliSaying(lines, { answers = true } = {}) {
  count += 1;
  const path = resolve('bin', `cli${count}`);
  const asked = lines.filter(({ type }) => type === 'control_request').length;
  const text = `#!${process.execPath}
if (process.argv.includes('--version')) {
  console.log('2.1.325 (Claude Code)');
  process.exit();
}
const write = (message) =>
  console.log(typeof message === 'string' ? message : JSON.stringify(message));
const end = () =>
  write({ type: 'result', subtype: 'success', is_error: false, result: '', session_id: 's' });
let open = ${asked};
let late;
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const frame = JSON.parse(line);
  const { request_id } = frame;
  if (${!answers}) console.error('asked');
  const response = { subtype: 'success', request_id, response: { commands: [], models: [] } };
  if (frame.type === 'control_request' && ${answers}) write({ type: 'control_response', response });
  if (frame.type === 'user') {
    ${JSON.stringify(lines)}.forEach(write);
    // Some requests get no answer.
    late = setTimeout(end, open ? 3000 : 0);
  }
  if (frame.type !== 'control_response') return;
  require('node:fs').appendFileSync(__filename + '.answers', line + '\\n');
  open -= 1;
  if (open > 0) return;
  clearTimeout(late);
  end();
});
`;
  writeFileSync(path, text, { mode: 0o755 });
  return path;
}

/** What the CLI was answered, by request. */
function answersTo(path) {
  const lines = existsSync(`${path}.answers`) ? readFileSync(`${path}.answers`, 'utf8') : '';
  const responses = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).response);
  return Object.fromEntries(responses.map(({ request_id: id, ...response }) => [id, response]));
}

const ask = (id, subtype, fields = {}) => ({
  type: 'control_request',
  request_id: id,
  request: { subtype, ...fields },
});

/** Reads a query of that CLI; one that does not end in time is closed. */
async function read(path, options = {}) {
  const run = query({ prompt: 'hi', options: { pathToClaudeCodeExecutable: path, ...options } });
  const seen = [];
  const reading = (async () => {
    for await (const { type, subtype } of run) seen.push([type, subtype].join(' ').trim());
    return 'done';
  })();
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, 8000, 'open');
  });
  const ending = await Promise.race([reading, late]);
  clearTimeout(timer);
  run.close();
  await reading.catch(() => {});
  return { seen, ending, answers: answersTo(path) };
}

const questions = [
  ask('tool', 'can_use_tool', {
    tool_name: 'Bash',
    input: { command: 'ls' },
    tool_use_id: 'toolu_1',
    permission_suggestions: [{ type: 'setMode', mode: 'plan', destination: 'session' }],
    blocked_path: '/x',
    decision_reason: 'r',
    decision_reason_type: 'rule',
    agent_id: 'agent',
    title: 'T',
    display_name: 'D',
    description: 'De',
    default_to_no: true,
    mcp_server: { name: 'm', source: 's' },
    requires_user_interaction: false,
    plugin: 'p',
    matched_ask_rule: { source: 'x', tool_name: 'Bash', rule_content: 'c' },
    suppress_always_allow_rule: true,
    server_prompt: 'sp',
    computer_folder: { path: '/p', computer_name: 'c' },
  }),
  ask('hook', 'hook_callback', {
    callback_id: 'hook_0',
    input: { hook_event_name: 'Stop', x: 1 },
    tool_use_id: 'u',
  }),
  ask('elicitation', 'elicitation', {
    mcp_server_name: 'x',
    message: 'm',
    mode: 'url',
    url: 'http://u',
    elicitation_id: 'e',
    requested_schema: {},
    title: 't',
    display_name: 'd',
    description: 'ds',
  }),
  ask('dialog', 'request_user_dialog', {
    dialog_kind: 'k',
    payload: { a: 1 },
    tool_use_id: 'u',
  }),
];

/** Options with a callback for each question, which notes its arguments. */
function callbacks(returned, got = {}) {
  const callback =
    (name) =>
    async (...args) => {
      got[name] = args.map((part) =>
        part?.signal ? { ...part, signal: part.signal instanceof AbortSignal } : part,
      );
      return returned[name];
    };
  return {
    canUseTool: callback('tool'),
    hooks: { Stop: [{ hooks: [callback('hook')] }] },
    onElicitation: callback('elicitation'),
    onUserDialog: callback('dialog'),
    supportedDialogKinds: ['k'],
  };
}

const got = {};
const right = {
  tool: { behavior: 'allow', updatedInput: {}, extra: 1 },
  hook: { systemMessage: 's', unknown: 1 },
  elicitation: { action: 'accept', content: { a: 1 } },
  dialog: { behavior: 'completed', result: 5 },
};
const answered = await read(cliSaying(questions), callbacks(right, got));
tell('answers', { ...answered, got });

for (const [name, value] of Object.entries({ undefined, null: null, text: 'x', other: { a: 1 } })) {
  const wrong = { tool: value, hook: value, elicitation: value, dialog: value };
  tell(`answers that are ${name}`, await read(cliSaying(questions), callbacks(wrong)));
}

const unexpected = [
  ask('tool', 'can_use_tool', { tool_name: 'Bash', input: {}, tool_use_id: 't' }),
  ask('hook', 'hook_callback', { callback_id: 'hook_9', input: {}, tool_use_id: null }),
  ask('server', 'mcp_message', {
    server_name: 'nobody',
    message: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  }),
  ask('elicitation', 'elicitation', { mcp_server_name: 'x', message: 'm' }),
  ask('dialog', 'request_user_dialog', { dialog_kind: 'k', payload: {} }),
  ask('token', 'oauth_token_refresh'),
  ask('host token', 'host_auth_token_refresh'),
  ask('new', 'some_new_thing'),
  ask('remote', 'remote_tool_call'),
  ask('host', 'ui_copy', { text: 'x' }),
];
tell('requests without a callback', await read(cliSaying(unexpected)));

const house = createSdkMcpServer({ name: 'house', tools: [] });
const toServer = (id, message) =>
  ask(id, 'mcp_message', { server_name: 'house', message: { jsonrpc: '2.0', ...message } });
const params = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'x', version: '1' },
};
const conversation = [
  toServer('initialize', { id: 0, method: 'initialize', params }),
  toServer('notification', { method: 'notifications/initialized' }),
  toServer('ping', { id: 'x', method: 'ping' }),
  toServer('unknown', { id: 2, method: 'no/such' }),
  toServer('tools', { id: 3, method: 'tools/list' }),
];
tell('a server without tools', await read(cliSaying(conversation), { mcpServers: { house } }));

const state = { type: 'system', subtype: 'session_state_changed' };
const odd = [
  'not json',
  '',
  '   ',
  { type: 'keep_alive' },
  { type: 'brand_new', a: 1 },
  { type: 'control_cancel_request', request_id: 'none' },
  { type: 'control_response', response: { subtype: 'success', request_id: 'none' } },
  { type: 'transcript_mirror', filePath: '/x', entries: [] },
  { ...state, state: 'idle', sdk_host_only: true },
  { type: 'system', subtype: 'post_turn_summary' },
  { type: 'active_goal' },
];
tell('odd lines', await read(cliSaying(odd)));
tell('lines that are no messages', await read(cliSaying([{ no: 'type' }, '[1]', '5', '"text"'])));
tell('states', await read(cliSaying([{ ...state, state: 'idle' }])));
tell(
  'work without an end',
  await read(cliSaying([{ ...state, state: 'running', sdk_host_only: true }])),
);

const abortController = new AbortController();
const silent = cliSaying([], { answers: false });
const stderr = () => abortController.abort();
const options = { pathToClaudeCodeExecutable: silent, abortController, stderr };
const aborted = query({ prompt: 'hi', options });
const rejection = (promise) =>
  promise.then(
    () => 'resolved',
    (error) => ({ message: error.message, isAbortError: error instanceof AbortError }),
  );
const pending = [aborted.initializationResult(), aborted.setModel('m')].map(rejection);
const over = (async () => {
  for await (const _ of aborted);
})().catch(() => {});
tell('aborted handshake', await Promise.all(pending));
await over;

warned.length = 0;
await read(cliSaying([]), { canUseTool: async () => right.tool, allowedTools: ['Read'] });
tell('warnings of the process', warned);
