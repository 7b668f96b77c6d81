import { describe, expect, it } from '@jest/globals';
import type { OptionRows } from '../../src/options/optionRow.js';
import { modelRows } from '../../src/options/rows/modelRows.js';
import { outputRows } from '../../src/options/rows/outputRows.js';
import { runtimeRows } from '../../src/options/rows/runtimeRows.js';
import { sessionRows } from '../../src/options/rows/sessionRows.js';
import { toolRows } from '../../src/options/rows/toolRows.js';
import { configKey, optionNames, optionTable } from '../../src/options/table.js';
import type { OptionName } from '../../src/options/types.js';

/** The names in `Options` of the official TypeScript SDK, 0.3.325. All of them work locally. */
const official =
  'abortController additionalDirectories agent agentProgressSummaries agents allowDangerouslySkipPermissions allowedTools betas canUseTool continue cwd debug debugFile disallowedTools effort enableFileCheckpointing env executable executableArgs extraArgs fallbackModel forkSession forwardSubagentText hooks includeHookEvents includePartialMessages loadTimeoutMs managedSettings maxBudgetUsd maxThinkingTokens maxTurns mcpServers model onElicitation onUserDialog outputFormat pathToClaudeCodeExecutable perTaskStopAffordance permissionMode permissionPromptToolName permissionPrompts persistSession planModeInstructions pluginDelivery plugins projectConfigRoot promptSuggestions resume resumeDropsTurn resumeSessionAt sandbox sessionId sessionStore sessionStoreFlush settingSources settings skills spawnClaudeCodeProcess stderr strictMcpConfig supportedDialogKinds systemPrompt taskBudget thinking title toolAliases toolConfig tools verbatimPrompts';

const own =
  'addDirs appendSystemPrompt clock configFile envMode guard inspect limits logger mcpConfigPath metrics mode onWarning permissiveVersionCheck port signal skipVersionCheck stall strictExitStatus timeouts waitFor';

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
  noSuchOption: { doc: 'None.', type: ['string'] },
}) satisfies OptionRows;

({
  // @ts-expect-error: what a row derives is derived from its own type of value.
  model: { doc: 'M.', type: ['string'], needsSession: (value: number) => value > 0 },
}) satisfies OptionRows;

describe('the option table', () => {
  it('has every option of the official SDK and every addition, and no other', () => {
    const expected = `${official} ${own}`.split(' ').sort();
    expect([...optionNames].sort()).toEqual(expected);
    expect(complete).toBe(true);
  });

  it('has each option in one group only', () => {
    const names = groups.flatMap((group) => Object.keys(group));
    expect(names).toHaveLength(new Set(names).size);
    expect(names).toEqual([...optionNames]);
  });

  it.each(optionNames.map((name) => [name]))('says in one line what %s is', (name) => {
    const { doc, type } = optionTable[name];
    expect(doc).toMatch(/^[A-Z][^\n]+\.$/);
    expect(type.length).toBeGreaterThan(0);
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
      ['maxTurns', 'CLAUDE_MAX_TURNS'],
      ['permissionMode', 'CLAUDE_PERMISSION_MODE'],
      ['pathToClaudeCodeExecutable', 'CLAUDE_CLI_PATH'],
      ['configFile', 'CLAUDE_ACTORS_CONFIG'],
    ]);
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

  it('lets a config file set data, but neither code nor another config file', () => {
    expect(configKey('model')).toBe('model');
    expect(configKey('settings')).toBe('settings');
    for (const name of ['canUseTool', 'logger', 'inspect', 'signal', 'configFile'] as const) {
      expect(configKey(name)).toBeUndefined();
    }
  });
});
