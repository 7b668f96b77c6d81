import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { tell } from './record.mjs';

/** A CLI that answers each request with what it was asked. */
const echo = `#!${process.execPath}
if (process.argv.includes('--version')) {
  console.log('2.1.325 (Claude Code)');
  process.exit();
}
const answers = {
  initialize: { commands: [], models: [], agents: [], account: {} },
  mcp_set_servers: { added: ['a'], removed: [], errors: {} },
  cancel_async_message: { cancelled: true },
  side_question: { response: 'Because.' },
  interrupt: { still_queued: ['a'], cancelled: ['b'] },
};
const write = (message) => console.log(JSON.stringify(message));
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { type, request_id, request } = JSON.parse(line);
  if (type !== 'control_request') return;
  write({ type: 'echo', request });
  const response = answers[request.subtype] ?? { of: request.subtype };
  write({ type: 'control_response', response: { subtype: 'success', request_id, response } });
});
`;
mkdirSync('bin');
const pathToClaudeCodeExecutable = resolve('bin/echo');
writeFileSync(pathToClaudeCodeExecutable, echo, { mode: 0o755 });

const id = '11111111-1111-4111-8111-111111111111';
/** The methods of `Query`, as their types have them, and as programs in JavaScript call them. */
const calls = {
  interrupt: [[], [undefined], [{ cancelQueued: true }]],
  setPermissionMode: [['plan'], ['default'], [undefined], ['other']],
  setMcpPermissionModeOverride: [
    ['a', 'auto'],
    ['a', null],
  ],
  setModel: [['opus'], [], [undefined], [null], ['']],
  setMaxThinkingTokens: [[1000], [0], [null], [null, 'omitted'], [1000, null]],
  applyFlagSettings: [[{ model: 'opus' }], [{ model: null }], [{}]],
  updateSettings: [['localSettings', { theme: 'dark' }]],
  mcpServerStatus: [[]],
  getContextUsage: [[], [{ detail: 'summary' }]],
  usage_EXPERIMENTAL_MAY_CHANGE_DO_NOT_RELY_ON_THIS_API_YET: [
    [],
    [{ skipBehaviors: true }],
    [{ skipBehaviors: false }],
  ],
  readFile: [['a'], ['a', { maxBytes: 5, encoding: 'base64' }]],
  reloadPlugins: [
    [],
    [{ holdOnCacheImpact: true, refuseIfBusy: true }],
    [{ addPlugins: [] }],
    [{ addPlugins: [{ type: 'local', path: '/a' }] }],
  ],
  reloadSkills: [[]],
  reloadOutputStyles: [[]],
  rewindFiles: [[id], [id, { dryRun: true }], [id, { dryRun: false }]],
  seedReadState: [['/a', 5]],
  reconnectMcpServer: [['a']],
  toggleMcpServer: [
    ['a', true],
    ['a', false],
  ],
  readMcpResource: [['a', 'file:///a']],
  setMcpServers: [
    [{}],
    [{ a: { command: 'x' } }],
    [{ a: { type: 'http', url: 'http://127.0.0.1:1' } }],
  ],
  stopTask: [['a']],
  backgroundTasks: [[], ['a']],
  reinitialize: [[]],
  initializationResult: [[]],
  supportedCommands: [[]],
  supportedModels: [[]],
  supportedAgents: [[]],
  accountInfo: [[]],
  // In no type, and called by programs.
  askSideQuestion: [
    ['Why?'],
    ['Why?', { history: [] }],
    ['Why?', { history: [{ role: 'user', content: 'x' }] }],
  ],
  cancelAsyncMessage: [[id]],
  enableRemoteControl: [[true], [false], [true, 'a name']],
  generateSessionTitle: [['About'], ['About', { persist: true }]],
  getSettings: [[]],
  mcpAuthenticate: [['a'], ['a', 'http://127.0.0.1:1', { redirectUriOnly: true }]],
  renameSession: [['A title'], ['A title', id]],
};

const silent = {
  [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }),
};
const options = { pathToClaudeCodeExecutable, enableFileCheckpointing: true };
const run = query({ prompt: silent, options });
const shown = ({ name, message }) => ({ name, message });
await run.initializationResult();
const echoes = { next: async () => (await run.next()).value };
await echoes.next();
for (const [name, all] of Object.entries(calls)) {
  for (const args of all) {
    const label = `${name}(${args.map((arg) => JSON.stringify(arg) ?? 'undefined').join(', ')})`;
    let answer;
    try {
      answer = await run[name](...args);
    } catch (error) {
      answer = shown(error);
    }
    tell(label, { answer: answer ?? String(answer) });
  }
}
// What was sent meanwhile, in order; the last request ends the list.
await run.setModel('the last');
const sent = [];
for (;;) {
  const { request } = await echoes.next();
  if (request.model === 'the last') break;
  sent.push(request);
}
tell('sent', sent);
// Methods, but not getters, which only ours has.
const methods = new Set();
for (let at = run; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
    if (typeof value === 'function') methods.add(name);
  }
}
for (const name of methods) tell('methods', name);
run.close();
