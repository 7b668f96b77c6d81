import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSdkMcpServer, query } from '@anthropic-ai/claude-agent-sdk';
import { tell } from './record.mjs';

// The official SDK warns of a callback that another option shadows.
process.removeAllListeners('warning');

/** A CLI that writes down how it was started and what it was sent, and answers everything. */
const recording = `
const { appendFileSync } = require('node:fs');
const note = (kind, value) =>
  appendFileSync(__dirname + '/noted', JSON.stringify({ kind, value }) + '\\n');
const write = (message) => console.log(JSON.stringify(message));
if (process.argv.includes('--version')) {
  console.log('2.1.325 (Claude Code)');
  process.exit();
}
const { CLAUDE_ACTORS_GUARD, ...env } = process.env;
note('start', { args: process.argv.slice(2), execArgv: process.execArgv, env, cwd: process.cwd() });
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { request_id, ...frame } = JSON.parse(line);
  note('frame', frame);
  const response = { subtype: 'success', request_id, response: { commands: [], models: [] } };
  if (frame.type === 'control_request') write({ type: 'control_response', response });
  if (frame.type === 'user') {
    write({ type: 'result', subtype: 'success', is_error: false, result: '', session_id: 's' });
  }
});
`;
mkdirSync('bin');
const native = resolve('bin/recording');
const script = `${native}.js`;
writeFileSync(script, recording);
writeFileSync(native, `#!${process.execPath}\n${recording}`, { mode: 0o755 });
const recorded = { pathToClaudeCodeExecutable: native };

const called = [];
const nothing = async () => ({});
const schema = { type: 'object', properties: { a: { type: 'number' } } };
const house = createSdkMcpServer({ name: 'house' });
const local = { type: 'local', path: '/plugins/one' };
const id = '7f0a6c52-3c11-4d7e-8a55-0123456789ab';

/** Values of each option: usual ones, empty ones, and what programs in JavaScript pass. */
const values = {
  additionalDirectories: [[], ['/a', '../b'], ['-dash', '']],
  projectConfigRoot: ['/config', ''],
  agent: ['poet', ''],
  agents: [
    {},
    { poet: { description: 'd', prompt: 'p' } },
    {
      poet: {
        description: 'd',
        prompt: 'p',
        tools: [],
        model: 'opus',
        maxTurns: 2,
        background: true,
        mcpServers: ['a'],
        effort: 'low',
      },
    },
  ],
  allowedTools: [[], ['Bash(git:*)', 'Read'], ['A', 'A']],
  betas: [[], ['one', 'two']],
  canUseTool: [nothing],
  continue: [true, false],
  cwd: ['bin', ''],
  debug: [true, false],
  debugFile: ['debug.log', ''],
  disallowedTools: [[], ['Bash', 'Read(./x)']],
  toolAliases: [{}, { Bash: 'mcp__a__b' }],
  tools: [[], ['Bash', 'Read'], { type: 'preset', preset: 'claude_code' }],
  env: [
    { PATH: process.env.PATH },
    { PATH: process.env.PATH, A: undefined, B: '' },
    {
      PATH: process.env.PATH,
      CLAUDE_CODE_ENTRYPOINT: 'mine',
      DEBUG_CLAUDE_AGENT_SDK: '1',
      NODE_OPTIONS: '',
    },
  ],
  executable: ['node', process.execPath],
  executableArgs: [[], ['--no-warnings']],
  extraArgs: [
    {},
    { one: null, two: 'x', three: '-y', four: '' },
    { settings: '{"model":"opus"}' },
    { print: null },
    { model: 'other' },
    { 'with space': 'a b' },
    { verbose: null },
  ],
  fallbackModel: ['claude-haiku-4-5', ''],
  enableFileCheckpointing: [true, false],
  toolConfig: [
    {},
    { askUserQuestion: {} },
    { askUserQuestion: { previewFormat: 'html' } },
    { askUserQuestion: { extendedQuestions: true, optionalDescriptions: true } },
  ],
  forkSession: [true, false],
  hooks: [
    {},
    { PreToolUse: [] },
    { PreToolUse: [{ hooks: [nothing] }] },
    {
      Stop: [{ matcher: 'x', hooks: [nothing, nothing], timeout: 5 }],
      PostToolUse: [{ hooks: [] }],
    },
    { PreToolUse: [{ hooks: [nothing], timeout: 0 }] },
    { PreToolUse: undefined },
  ],
  onElicitation: [nothing],
  onUserDialog: [nothing],
  supportedDialogKinds: [[], ['refusal_fallback_prompt']],
  perTaskStopAffordance: [true, false],
  persistSession: [true, false],
  sessionStore: [{ append: nothing, load: async () => null }],
  loadTimeoutMs: [5],
  includeHookEvents: [true, false],
  includePartialMessages: [true, false],
  forwardSubagentText: [true, false],
  verbatimPrompts: [true, false],
  thinking: [
    { type: 'adaptive' },
    { type: 'adaptive', display: 'omitted' },
    { type: 'enabled' },
    { type: 'enabled', budgetTokens: 2000, display: 'summarized' },
    { type: 'enabled', budgetTokens: 0 },
    { type: 'disabled' },
    { type: 'disabled', display: 'omitted' },
    { type: 'other' },
  ],
  effort: ['low', 'max', '', 5],
  maxThinkingTokens: [0, 1, 2000, -1, 1.5],
  maxTurns: [1, 0, 1.5, -1, Infinity, NaN],
  maxBudgetUsd: [0.5, 0, -1, NaN],
  taskBudget: [{ total: 1000 }, { total: 0 }, {}],
  mcpServers: [
    {},
    { a: { command: 'x' } },
    {
      a: { type: 'stdio', command: 'x', args: [], env: { B: 'c' } },
      h: { type: 'http', url: 'http://127.0.0.1:1', headers: { x: 'y' } },
      s: { type: 'sse', url: 'http://127.0.0.1:1' },
    },
    { house, a: { command: 'x', args: ['y'] } },
  ],
  model: ['claude-opus-4-5', '', '-dash'],
  outputFormat: [
    { type: 'json_schema', schema },
    { type: 'text' },
    { type: 'json_schema', schema: {} },
  ],
  pathToClaudeCodeExecutable: [script, ''],
  permissionMode: ['default', 'acceptEdits', 'plan', 'dontAsk', 'auto', 'bypassPermissions'],
  planModeInstructions: ['Plan well', ''],
  allowDangerouslySkipPermissions: [true, false],
  permissionPromptToolName: ['mcp__a__b', 'stdio', ''],
  permissionPrompts: ['host', 'none'],
  plugins: [
    [],
    [local],
    [{ ...local, skipMcpDiscovery: true }, local],
    [{ type: 'remote', path: 'x' }],
  ],
  pluginDelivery: ['argv', 'initialize'],
  promptSuggestions: [true, false],
  agentProgressSummaries: [true, false],
  resume: [id, 'a title', ''],
  sessionId: [id, ''],
  resumeSessionAt: [id, ''],
  resumeDropsTurn: [id, ''],
  sandbox: [
    {},
    { enabled: true },
    { enabled: false },
    { enabled: true, failIfUnavailable: false, network: { allowedDomains: ['a.b'] } },
  ],
  settings: [
    '{}',
    '{"model":"opus"}',
    '/a/settings.json',
    '',
    {},
    { model: 'opus' },
    { permissions: { deny: ['Bash'] } },
  ],
  managedSettings: [{}, { permissions: { deny: ['Bash'] } }],
  settingSources: [[], ['user'], ['user', 'project', 'local']],
  skills: [[], ['one', 'two:three'], 'all', ['*'], ['/one'], ['a,b'], [' a'], ['']],
  strictMcpConfig: [true, false],
  systemPrompt: [
    'You',
    '',
    ['You', 'are'],
    [],
    { type: 'preset', preset: 'claude_code' },
    { type: 'preset', preset: 'claude_code', append: 'More' },
    { type: 'preset', preset: 'claude_code', append: '', excludeDynamicSections: true },
    { type: 'preset', preset: 'claude_code', excludeDynamicSections: false, snapshot: true },
    { type: 'custom', prompt: 'You' },
    { type: 'custom', prompt: ['You'], snapshot: false },
    {},
  ],
  title: ['A title', ''],
  // Read by the official SDK, and in none of its types.
  appendSubagentSystemPrompt: ['More', ''],
  codeRunningMcpTools: [['a']],
  webSearchIsolationExemptMcpServers: [['a'], []],
  rapidFollowupPreempt: [true, false],
  forwardNestedSubagentToolCalls: [true],
  workspaceTrust: [
    { accepted: true, directory: '/a' },
    { accepted: true, directory: 'a' },
    { accepted: false },
  ],
  workload: ['cron', ''],
  managedSettingsDelivery: ['argv'],
  getOAuthToken: [nothing],
  getHostAuthToken: [nothing],
  channels: [['a']],
  onProcessSpawned: [() => called.push('onProcessSpawned')],
};

/** Options that mean something else together. */
const pairs = [
  { model: 'opus', fallbackModel: 'opus' },
  { continue: true, resume: '' },
  { resume: id, forkSession: true },
  { resume: id, forkSession: true, sessionId: id },
  { continue: true, forkSession: true },
  { resume: id, resumeSessionAt: id, resumeDropsTurn: id },
  { allowedTools: ['Skill(one)', 'Skill'], skills: ['one', 'one'] },
  { allowedTools: ['Skill'], skills: 'all' },
  { debug: true, debugFile: 'debug.log' },
  { thinking: { type: 'disabled' }, maxThinkingTokens: 5 },
  { thinking: { type: 'adaptive' }, maxThinkingTokens: 5 },
  { settings: { model: 'opus' }, sandbox: { enabled: true } },
  { settings: '{"a":1}', sandbox: { enabled: true } },
  { settings: '/a/settings.json', sandbox: { enabled: true } },
  { settings: '{"a":1}', extraArgs: { settings: '{"b":2}' } },
  { extraArgs: { settings: '{"b":2}' }, sandbox: { enabled: true } },
  {
    settings: { sandbox: { enabled: false, network: { allowedDomains: ['a'] } } },
    sandbox: { network: { deniedDomains: ['b'] } },
  },
  { plugins: [local], pluginDelivery: 'initialize' },
  { plugins: [], pluginDelivery: 'initialize' },
  { sessionStore: { append: nothing, load: async () => null }, persistSession: false },
  { sessionStore: { append: nothing, load: async () => null }, continue: true },
  { sessionStore: { append: nothing, load: async () => null }, enableFileCheckpointing: true },
  { supportedDialogKinds: ['a'], onUserDialog: nothing },
  { canUseTool: nothing, permissionPromptToolName: 'stdio' },
  { canUseTool: nothing, permissionPromptToolName: '' },
  { canUseTool: nothing, permissionPrompts: 'none' },
  {
    canUseTool: nothing,
    permissionMode: 'bypassPermissions',
    allowDangerouslySkipPermissions: true,
  },
  { permissionMode: 'plan', allowDangerouslySkipPermissions: true },
  { pathToClaudeCodeExecutable: script, executable: process.execPath },
  { pathToClaudeCodeExecutable: script, executable: 'node', executableArgs: ['--no-warnings'] },
  { executable: process.execPath, executableArgs: ['--one'] },
  { settingSources: ['user'], settings: { model: 'opus' }, model: 'sonnet' },
  { managedSettings: { model: 'opus' }, managedSettingsDelivery: 'argv' },
  { managedSettings: { model: 'opus' }, managedSettingsDelivery: 'initialize' },
  { hooks: { PreToolUse: [{ hooks: [nothing] }] }, canUseTool: nothing, mcpServers: { house } },
];

async function launch(options, prompt = 'Say hello') {
  rmSync('bin/noted', { force: true });
  called.length = 0;
  let ending = 'done';
  let thrownAt = 'call';
  try {
    const run = query({ prompt, options: { ...recorded, ...options } });
    thrownAt = 'loop';
    for await (const _ of run);
  } catch ({ name, message }) {
    ending = { thrownAt, name, message };
  }
  const lines = existsSync('bin/noted') ? readFileSync('bin/noted', 'utf8').split('\n') : [];
  const notes = lines.filter(Boolean).map((line) => JSON.parse(line));
  const [start] = notes.filter(({ kind }) => kind === 'start').map(({ value }) => value);
  const frames = notes.filter(({ kind }) => kind === 'frame').map(({ value }) => value);
  return { start, frames, ending, called: [...called] };
}

/** What a case is called: instances and functions as such. */
const named = (options) =>
  JSON.stringify(options, (key, part) => {
    if (key === 'house' || typeof part === 'function') return 'code';
    if (typeof part === 'number' || part === undefined) return String(part);
    // Only this run has these.
    return part === process.env.PATH || part === process.execPath || part === script ? '…' : part;
  });

for (const [name, each] of Object.entries(values)) {
  for (const value of [null, ...each]) {
    tell(named({ [name]: value }), await launch({ [name]: value }));
  }
}
const undefineds = Object.keys(values).map((name) => [name, undefined]);
tell('all undefined', await launch({ ...Object.fromEntries(undefineds), ...recorded }));
for (const options of pairs) tell(named(options), await launch(options));
