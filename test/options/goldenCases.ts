import { Approvals } from '../../src/index.js';
import type { OptionName, Options } from '../../src/options/types.js';

export interface GoldenCase {
  name: OptionName;
  options: Options;
  /** Undefined if only a session can do it. */
  oneShot?: string[];
  session: string[];
  initialize?: object;
  env?: object;
}

type Value<Name extends OptionName> = NonNullable<Options[Name]>;

/** The same flags in both modes. */
function flags<Name extends OptionName>(name: Name, value: Value<Name>, ...argv: string[]) {
  return { name, options: { [name]: value }, oneShot: argv, session: argv } as GoldenCase;
}

/** Only a session can do it. */
function field<Name extends OptionName>(name: Name, value: Value<Name>, initialize: object) {
  return { name, options: { [name]: value }, session: [], initialize } as GoldenCase;
}

/** A flag in one-shot mode, a field of `initialize` in a session. */
function either<Name extends OptionName>(
  name: Name,
  value: Value<Name>,
  oneShot: string[],
  initialize: object,
) {
  return { name, options: { [name]: value }, oneShot, session: [], initialize } as GoldenCase;
}

/** An environment variable of the CLI. */
function env<Name extends OptionName>(name: Name, value: Value<Name>, variables: object) {
  return {
    name,
    options: { [name]: value },
    oneShot: [],
    session: [],
    env: variables,
  } as GoldenCase;
}

const answer = async () => ({ behavior: 'deny', message: 'no' }) as const;
const uuid = '6f9619ff-8b86-d011-b42d-00cf4fc964ff';
const nothing = async () => null;
const sdkServer = { type: 'sdk', name: 'other', instance: async () => undefined } as const;
const store = { append: async () => undefined, load: nothing };
const plugin = { type: 'local', path: '/plugins/one' } as const;
const quiet = { type: 'local', path: '/plugins/two', skipMcpDiscovery: true } as const;

export const goldenCases: GoldenCase[] = [
  flags('model', 'sonnet', '--model=sonnet'),
  flags('model', ''),
  flags('fallbackModel', 'haiku,opus', '--fallback-model=haiku,opus'),
  flags('effort', 'high', '--effort=high'),
  flags('thinking', { type: 'adaptive' }, '--thinking=adaptive'),
  flags(
    'thinking',
    { type: 'adaptive', display: 'omitted' },
    '--thinking=adaptive',
    '--thinking-display=omitted',
  ),
  flags('thinking', { type: 'enabled' }, '--thinking=adaptive'),
  flags(
    'thinking',
    { type: 'enabled', budgetTokens: 5, display: 'summarized' },
    '--max-thinking-tokens=5',
    '--thinking-display=summarized',
  ),
  flags('thinking', { type: 'disabled' }, '--thinking=disabled'),
  flags('maxThinkingTokens', 100, '--max-thinking-tokens=100'),
  flags('maxThinkingTokens', 0, '--thinking=disabled'),
  flags('betas', ['b1', 'b2'] as never, '--betas=b1,b2'),
  flags('betas', []),
  either('systemPrompt', 'Be brief', ['--system-prompt=Be brief'], { systemPrompt: ['Be brief'] }),
  either('systemPrompt', '', ['--system-prompt='], { systemPrompt: [''] }),
  either('systemPrompt', ['one'], ['--system-prompt=one'], { systemPrompt: ['one'] }),
  either('systemPrompt', [], ['--system-prompt='], { systemPrompt: [] }),
  field('systemPrompt', ['one', 'two'], { systemPrompt: ['one', 'two'] }),
  either('systemPrompt', { type: 'custom', prompt: 'own' }, ['--system-prompt=own'], {
    systemPrompt: ['own'],
  }),
  field(
    'systemPrompt',
    { type: 'custom', prompt: ['a', 'b'], snapshot: false },
    { systemPrompt: ['a', 'b'], systemPromptSnapshot: false },
  ),
  either('systemPrompt', { type: 'preset', preset: 'claude_code' }, [], {}),
  either(
    'systemPrompt',
    { type: 'preset', preset: 'claude_code', append: 'more', excludeDynamicSections: true },
    ['--append-system-prompt=more', '--exclude-dynamic-system-prompt-sections'],
    { appendSystemPrompt: 'more', excludeDynamicSections: true },
  ),
  field(
    'systemPrompt',
    { type: 'preset', preset: 'claude_code', snapshot: true },
    { systemPromptSnapshot: true },
  ),
  either('appendSystemPrompt', 'more', ['--append-system-prompt=more'], {
    appendSystemPrompt: 'more',
  }),
  either('planModeInstructions', 'plan', ['--plan-mode-instructions=plan'], {
    planModeInstructions: 'plan',
  }),
  {
    ...flags(
      'outputFormat',
      { type: 'json_schema', schema: { type: 'object' } },
      '--json-schema={"type":"object"}',
    ),
    initialize: { jsonSchema: { type: 'object' } },
  },
  // In a session, a long one goes over stdin only.
  either(
    'outputFormat',
    { type: 'json_schema', schema: { const: 'x'.repeat(16_384) } },
    [`--json-schema={"const":"${'x'.repeat(16_384)}"}`],
    { jsonSchema: { const: 'x'.repeat(16_384) } },
  ),
  either(
    'agents',
    { tester: { description: 'tests', prompt: 'Test.' } },
    ['--agents={"tester":{"description":"tests","prompt":"Test."}}'],
    { agents: { tester: { description: 'tests', prompt: 'Test.' } } },
  ),
  flags('agent', 'tester', '--agent=tester'),
  flags('maxTurns', 3, '--max-turns=3'),
  flags('maxBudgetUsd', 1.5, '--max-budget-usd=1.5'),
  flags('taskBudget', { total: 5 }, '--task-budget=5'),
  flags('tools', ['Bash', 'Read'], '--tools=Bash,Read'),
  flags('tools', [], '--tools='),
  flags('tools', { type: 'preset', preset: 'claude_code' }, '--tools=default'),
  flags('allowedTools', ['Bash(git *)', 'Read'], '--allowedTools=Bash(git *),Read'),
  flags('allowedTools', []),
  flags('disallowedTools', ['Write', 'Edit'], '--disallowedTools=Write,Edit'),
  field('toolAliases', { Bash: 'mcp__x__y' }, { toolAliases: { Bash: 'mcp__x__y' } }),
  env(
    'toolConfig',
    { askUserQuestion: { previewFormat: 'html' } },
    { CLAUDE_CODE_QUESTION_PREVIEW_FORMAT: 'html' },
  ),
  env('toolConfig', {}, {}),
  flags(
    'mcpServers',
    { files: { command: 'serve', args: ['--x'] } },
    '--mcp-config={"mcpServers":{"files":{"command":"serve","args":["--x"]}}}',
  ),
  flags('mcpServers', {}),
  field('mcpServers', { calc: sdkServer }, { sdkMcpServers: ['calc'] }),
  {
    name: 'mcpServers',
    options: {
      mcpServers: {
        calc: { ...sdkServer, timeout: 5000 },
        web: { type: 'http', url: 'http://localhost/mcp' },
      },
    },
    session: ['--mcp-config={"mcpServers":{"web":{"type":"http","url":"http://localhost/mcp"}}}'],
    initialize: {
      sdkMcpServers: ['calc'],
      sdkMcpServerConfigs: { calc: { timeout: 5000 } },
    },
  },
  flags('mcpConfigPath', '/etc/servers.json', '--mcp-config=/etc/servers.json'),
  flags('strictMcpConfig', true, '--strict-mcp-config'),
  flags('strictMcpConfig', false),
  flags('skills', 'all', '--allowedTools=Skill'),
  {
    name: 'skills',
    options: { skills: ['pdf', 'kit:docx'], allowedTools: ['Read', 'Skill(pdf)'] },
    session: ['--allowedTools=Read,Skill(pdf),Skill(kit:docx)'],
    initialize: { skills: ['pdf', 'kit:docx'] },
  },
  field('skills', [], { skills: [] }),
  flags(
    'plugins',
    [quiet, plugin],
    '--plugin-dir-no-mcp=/plugins/two',
    '--plugin-dir=/plugins/one',
  ),
  {
    name: 'pluginDelivery',
    options: { pluginDelivery: 'initialize', plugins: [plugin] },
    session: ['--await-initialize'],
    initialize: { plugins: [plugin] },
  },
  flags('pluginDelivery', 'initialize'),
  flags('pluginDelivery', 'argv'),
  field('hooks', { PreToolUse: [{ hooks: [async () => ({})] }] }, {}),
  flags('hooks', { PreToolUse: [] }),
  flags('permissionMode', 'plan', '--permission-mode=plan'),
  {
    ...flags('permissionMode', 'bypassPermissions'),
    options: { permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true },
    oneShot: ['--permission-mode=bypassPermissions', '--allow-dangerously-skip-permissions'],
    session: ['--permission-mode=bypassPermissions', '--allow-dangerously-skip-permissions'],
  },
  flags('allowDangerouslySkipPermissions', true, '--allow-dangerously-skip-permissions'),
  {
    name: 'canUseTool',
    options: { canUseTool: answer },
    session: ['--permission-prompt-tool=stdio'],
  },
  field('approvals', new Approvals({ tools: ['Bash'] }), {}),
  flags('permissionPromptToolName', 'mcp__ask__me', '--permission-prompt-tool=mcp__ask__me'),
  flags('permissionPrompts', 'none', '--permission-prompts=none'),
  flags('permissionPrompts', 'host'),
  field('onElicitation', nothing, {}),
  field('onUserDialog', nothing, {}),
  {
    ...field('supportedDialogKinds', ['kind'], { supportedDialogKinds: ['kind'] }),
    options: { supportedDialogKinds: ['kind'], onUserDialog: nothing },
  },
  flags('resume', 'abc', '--resume=abc'),
  flags('continue', true, '--continue'),
  flags('forkSession', true, '--fork-session'),
  flags('sessionId', uuid, `--session-id=${uuid}`),
  flags('resumeSessionAt', 'm', '--resume-session-at=m'),
  flags('resumeDropsTurn', 't', '--resume-drops-turn=t'),
  flags('persistSession', false, '--no-session-persistence'),
  flags('persistSession', true),
  flags('sessionStore', store, '--session-mirror'),
  field('title', 'My title', { title: 'My title' }),
  flags('additionalDirectories', ['/a', '/b c'], '--add-dir=/a', '--add-dir=/b c'),
  flags('addDirs', ['/a'], '--add-dir=/a'),
  {
    ...flags('addDirs', []),
    options: { addDirs: ['/b'], additionalDirectories: ['/a'] },
    oneShot: ['--add-dir=/a', '--add-dir=/b'],
    session: ['--add-dir=/a', '--add-dir=/b'],
  },
  flags('projectConfigRoot', '/trusted', '--project-config-root=/trusted'),
  flags(
    'settings',
    { model: 'opus' },
    '--settings={"model":"opus","permissions":{"disableBypassPermissionsMode":"disable"}}',
  ),
  flags('settings', '/etc/settings.json', '--settings=/etc/settings.json'),
  flags(
    'sandbox',
    { enabled: true },
    '--settings={"sandbox":{"enabled":true,"failIfUnavailable":true},"permissions":{"disableBypassPermissionsMode":"disable"}}',
  ),
  flags('managedSettings', { a: 1 }, '--managed-settings={"a":1}'),
  flags('settingSources', ['user', 'project'], '--setting-sources=user,project'),
  flags('settingSources', [], '--setting-sources='),
  env('enableFileCheckpointing', true, { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: 'true' }),
  env('enableFileCheckpointing', false, {}),
  flags('includePartialMessages', true, '--include-partial-messages'),
  flags('includeHookEvents', true, '--include-hook-events'),
  field('forwardSubagentText', true, { forwardSubagentText: true }),
  either('forwardSubagentText', false, [], { forwardSubagentText: false }),
  either('promptSuggestions', true, ['--prompt-suggestions'], { promptSuggestions: true }),
  field('agentProgressSummaries', true, { agentProgressSummaries: true }),
  field('perTaskStopAffordance', true, { perTaskStopAffordance: true }),
  field('verbatimPrompts', true, {}),
  flags('verbatimPrompts', false),
  flags('debug', true, '--debug'),
  flags('debugFile', '/var/log/cli.log', '--debug-file=/var/log/cli.log'),
  {
    ...flags('debugFile', ''),
    options: { debug: true, debugFile: '/var/log/cli.log' },
    oneShot: ['--debug-file=/var/log/cli.log'],
    session: ['--debug-file=/var/log/cli.log'],
  },
  flags('stall', { midTurn: 60_000, action: 'stop' }),
  flags('extraArgs', { foo: 'bar', baz: null, dash: '-x' }, '--foo=bar', '--baz', '--dash=-x'),
];
