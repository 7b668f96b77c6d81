import { describe, expect, it } from '@jest/globals';
import { modelRows } from '../../src/options/table/modelRows.js';
import type { OptionRows } from '../../src/options/table/optionRow.js';
import {
  configKey,
  flagNames,
  optionNames,
  optionTable,
} from '../../src/options/table/optionTable.js';
import { outputRows } from '../../src/options/table/outputRows.js';
import { runtimeRows } from '../../src/options/table/runtimeRows.js';
import { sessionRows } from '../../src/options/table/sessionRows.js';
import { toolRows } from '../../src/options/table/toolRows.js';
import type { OptionName } from '../../src/options/types.js';

/** The names in `Options` of the official TypeScript SDK, 0.3.325. All of them work locally. */
const official =
  'abortController additionalDirectories agent agentProgressSummaries agents allowDangerouslySkipPermissions allowedTools betas canUseTool continue cwd debug debugFile disallowedTools effort enableFileCheckpointing env executable executableArgs extraArgs fallbackModel forkSession forwardSubagentText hooks includeHookEvents includePartialMessages loadTimeoutMs managedSettings maxBudgetUsd maxThinkingTokens maxTurns mcpServers model onElicitation onUserDialog outputFormat pathToClaudeCodeExecutable perTaskStopAffordance permissionMode permissionPromptToolName permissionPrompts persistSession planModeInstructions pluginDelivery plugins projectConfigRoot promptSuggestions resume resumeDropsTurn resumeSessionAt sandbox sessionId sessionStore sessionStoreFlush settingSources settings skills spawnClaudeCodeProcess stderr strictMcpConfig supportedDialogKinds systemPrompt taskBudget thinking title toolAliases toolConfig tools verbatimPrompts';

const own =
  'addDirs allowUnknownHookEvents appendSystemPrompt approvals clock configFile envMode guard inspect label leftovers limits logger mcpConfigPath metrics mode onHookFailure onWarning permissiveVersionCheck port signal skipVersionCheck stall strict strictExitStatus telemetry timeouts waitFor';

/** The names that the public description lists one by one. */
const promised =
  'model fallbackModel maxTurns maxBudgetUsd systemPrompt appendSystemPrompt tools allowedTools disallowedTools mcpServers mcpConfigPath strictMcpConfig permissionMode allowDangerouslySkipPermissions permissionPromptToolName canUseTool hooks resume continue forkSession sessionId resumeSessionAt persistSession cwd addDirs settings settingSources env extraArgs betas agents agent plugins skills sandbox thinking maxThinkingTokens effort outputFormat includePartialMessages includeHookEvents forwardSubagentText enableFileCheckpointing title debug debugFile stderr abortController pathToClaudeCodeExecutable spawnClaudeCodeProcess skipVersionCheck permissiveVersionCheck strictExitStatus timeouts limits configFile logger metrics onWarning inspect clock port mode envMode';

const groups = [modelRows, toolRows, sessionRows, outputRows, runtimeRows];

type Missing = Exclude<
  OptionName,
  | keyof typeof modelRows
  | keyof typeof toolRows
  | keyof typeof sessionRows
  | keyof typeof outputRows
  | keyof typeof runtimeRows
>;
/** Does not compile when an option has no row. */
const complete: [Missing] extends [never] ? true : Missing = true;

({
  // @ts-expect-error: a row needs an option.
  noSuchOption: { type: ['string'] },
}) satisfies OptionRows;

({
  // @ts-expect-error: what a row derives is derived from its own type of value.
  model: { type: ['string'], needsSession: (value: number) => value > 0 },
}) satisfies OptionRows;

describe('the option table', () => {
  it('has every option of the official SDK and every addition, and no other', () => {
    const expected = `${official} ${own}`.split(' ').sort();
    expect([...optionNames].sort()).toEqual(expected);
    expect(complete).toBe(true);
  });

  it('has every option that is promised by name', () => {
    expect(promised.split(' ').filter((name) => !Object.hasOwn(optionTable, name))).toEqual([]);
  });

  it('has each option in one group only', () => {
    const names = groups.flatMap((group) => Object.keys(group));
    expect(names).toHaveLength(new Set(names).size);
    expect(names).toEqual([...optionNames]);
  });

  it('says what type each option has', () => {
    for (const name of optionNames) expect(optionTable[name].type.length).toBeGreaterThan(0);
  });

  it('lists the values of an option that is one of some', () => {
    const choices = optionNames.filter((name) => optionTable[name].type.includes('oneOf'));
    expect(choices.length).toBeGreaterThan(0);
    for (const name of choices) expect(optionTable[name].values?.length).toBeGreaterThan(0);
  });

  it('names the environment variables that options are read from', () => {
    const variables = optionNames.map((name) => [name, optionTable[name].variable]);
    expect(variables.filter(([, variable]) => variable)).toEqual([
      ['model', 'CLAUDE_MODEL'],
      ['fallbackModel', 'CLAUDE_FALLBACK_MODEL'],
      ['effort', 'CLAUDE_EFFORT_LEVEL'],
      ['maxThinkingTokens', 'CLAUDE_MAX_THINKING_TOKENS'],
      ['betas', 'CLAUDE_BETAS'],
      ['systemPrompt', 'CLAUDE_SYSTEM_PROMPT'],
      ['appendSystemPrompt', 'CLAUDE_APPEND_SYSTEM_PROMPT'],
      ['agent', 'CLAUDE_AGENT_NAME'],
      ['maxTurns', 'CLAUDE_MAX_TURNS'],
      ['maxBudgetUsd', 'CLAUDE_MAX_BUDGET_USD'],
      ['permissionMode', 'CLAUDE_PERMISSION_MODE'],
      ['persistSession', 'CLAUDE_PERSIST_SESSION'],
      ['addDirs', 'CLAUDE_ADD_DIRS'],
      ['settingSources', 'CLAUDE_SETTING_SOURCES'],
      ['includePartialMessages', 'CLAUDE_INCLUDE_PARTIAL_MESSAGES'],
      ['includeHookEvents', 'CLAUDE_INCLUDE_HOOK_EVENTS'],
      ['debugFile', 'CLAUDE_DEBUG_FILE'],
      ['pathToClaudeCodeExecutable', 'CLAUDE_CLI_PATH'],
      ['skipVersionCheck', 'CLAUDE_SKIP_VERSION_CHECK'],
      ['permissiveVersionCheck', 'CLAUDE_PERMISSIVE_VERSION_CHECK'],
      ['strictExitStatus', 'CLAUDE_STRICT_EXIT_STATUS'],
      ['configFile', 'CLAUDE_ACTORS_CONFIG'],
      ['extraArgs', 'CLAUDE_EXTRA_ARGS'],
    ]);
  });

  it('lets no variable grant a tool, start a program beside the CLI, or lift a restriction', () => {
    const closed: OptionName[] = [
      'allowDangerouslySkipPermissions',
      'allowedTools',
      'disallowedTools',
      'tools',
      'mcpServers',
      'mcpConfigPath',
      'plugins',
      'settings',
      'sandbox',
      'permissionPromptToolName',
      'executable',
      'executableArgs',
      'env',
    ];
    expect(closed.filter((name) => optionTable[name].variable)).toEqual([]);
  });

  it('takes no variable that the CLI itself reads or sets', () => {
    const taken = ['CLAUDE_AGENT', 'CLAUDE_DEBUG', 'CLAUDE_EFFORT', 'CLAUDE_SESSION_ID'];
    const variables = optionNames.map((name) => optionTable[name].variable);
    expect(taken.filter((name) => variables.includes(name))).toEqual([]);
    expect(variables.filter((name) => name?.startsWith('CLAUDE_CODE_'))).toEqual([]);
  });

  it('merges env and settings by key, appends directories and flags, replaces the rest', () => {
    const merge = (name: OptionName) => optionTable[name].merge ?? 'replace';
    expect(['env', 'settings'].map((name) => merge(name as OptionName))).toEqual(['deep', 'deep']);
    expect(merge('addDirs')).toBe('append');
    expect(merge('additionalDirectories')).toBe('append');
    expect(merge('extraArgs')).toBe('append');
    expect(merge('betas')).toBe('replace');
    expect(merge('agents')).toBe('replace');
  });

  it('knows every flag that an option comes to, but those that extraArgs names', () => {
    const nameless = optionNames.filter(
      (name) => (optionTable[name].flags?.length ?? 0) > 0 && flagNames(name).length === 0,
    );
    expect(nameless).toEqual(['extraArgs']);
    expect(flagNames('plugins')).toEqual(['plugin-dir', 'plugin-dir-no-mcp']);
  });

  it('lets a config file set data, but neither code nor another config file', () => {
    expect(configKey('model')).toBe('model');
    expect(configKey('settings')).toBe('settings');
    const closed = [
      'canUseTool',
      'hooks',
      'logger',
      'inspect',
      'signal',
      'configFile',
      'allowDangerouslySkipPermissions',
    ] as const;
    for (const name of closed) expect(configKey(name)).toBeUndefined();
  });
});
