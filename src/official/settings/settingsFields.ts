import { isObject, type JsonObject } from '../../codec/jsonObject.js';

// What the CLI accepts in a settings file, and how it merges files. It ignores a whole file with a
// value of a wrong type.

const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const strings = names(`
  $schema advisorModel agent apiKeyHelper attributionProject autoMemoryDirectory awsAuthRefresh
  awsCredentialExport claudeMd gcpAuthRefresh language minimumVersion model otelHeadersHelper
  outputStyle plansDirectory pluginTrustMessage prUrlTemplate processWrapper proxyAuthHelper
  requiredMaximumVersion requiredMinimumVersion timeFormat timeZone`);

const booleans = names(`
  agentPushNotifEnabled allowAllClaudeAiMcps allowClaudeInChromeWithManagedMcp
  alwaysThinkingEnabled autoCompactEnabled autoDreamEnabled autoMemoryEnabled autoScrollEnabled
  bashEditDiffEnabled disableAllHooks disableReplyCheck emojiCompletionEnabled fastMode
  fileCheckpointingEnabled forceRemoteSettingsRefresh idleCompaction includeCoAuthoredBy
  includeGitInstructions inputNeededNotifEnabled precomputeCompactionEnabled prefersReducedMotion
  promptSuggestionEnabled respectGitignore respondToBashCommands showClearContextOnPlanAccept
  showMessageTimestamps showThinkingSummaries showTurnDuration spinnerTipsEnabled
  switchModelsOnFlag syntaxHighlightingDisabled terminalProgressBarEnabled terminalTitleFromRename
  todoFeatureEnabled verbose voiceEnabled wheelScrollAccelerationEnabled
  workflowKeywordTriggerEnabled wslInheritsWindowsSettings`);

/** Like `booleans`, but null means that they are not set. */
const optionalBooleans = names(`
  allowManagedHooksOnly allowManagedMcpServersOnly allowManagedPermissionRulesOnly
  autoContinueAtUsageLimit autoUploadSessions channelsEnabled disableAgentView disableArtifact
  disableBundledSkills disableClaudeAiConnectors disableCommandPluginSources disableRemoteControl
  disableSideloadFlags disableSkillShellExecution disableWindowsBashCommandSplit disableWorkflows
  enableAllProjectMcpServers enableArtifact enableWorkflows enforceAvailableModels
  fastModePerSessionOptIn isolatePeerMachines remoteControlAtStartup skipAutoPermissionPrompt
  skipDangerousModePermissionPrompt skipWebFetchPreflight syncClaudeAiPlugins syncClaudeAiSkills
  useAutoModeDuringPlan`);

const counts = names('cleanupPeriodDays desktopSessionCleanupPeriodDays skillListingMaxDescChars');

const stringLists = names(`
  allowedHttpHookUrls availableModels claudeMdExcludes companyAnnouncements fallbackModel
  httpHookAllowedEnvVars pluginSuggestionMarketplaces`);

const objects = names('autoMode enabledPlugins env modelOverrides permissions sandbox worktree');

const defaultModes: readonly unknown[] = [
  'acceptEdits',
  'auto',
  'bypassPermissions',
  'default',
  'dontAsk',
  'plan',
];

const isString = (value: unknown): value is string => typeof value === 'string';

function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isString);
}

/**
 * The settings of one source as the CLI uses them; undefined if it ignores them. Words that the CLI
 * chooses from a list, such as `theme`, are not checked.
 */
export function readSettings(value: unknown): JsonObject | undefined {
  if (!isObject(value)) return undefined;
  const settings: JsonObject = {};
  for (const [name, given] of Object.entries(value)) {
    if (name === '__proto__' || (given === null && optionalBooleans.has(name))) continue;
    if (!isAccepted(name, given)) return undefined;
    settings[name] = given;
  }
  const { env, hooks, permissions } = settings;
  if (isObject(env)) {
    settings.env = Object.fromEntries(
      Object.entries(env).map(([name, text]) => [name, String(text)]),
    );
  }
  if (hooks !== undefined && !isObject(hooks)) delete settings.hooks;
  if (isObject(permissions)) {
    const read = readPermissions(permissions);
    if (!read) return undefined;
    settings.permissions = read;
  }
  return settings;
}

function isAccepted(name: string, value: unknown): boolean {
  if (strings.has(name)) return isString(value);
  if (booleans.has(name) || optionalBooleans.has(name)) return typeof value === 'boolean';
  if (counts.has(name)) return Number.isInteger(value) && Number(value) >= 0;
  if (stringLists.has(name)) return isStringList(value);
  return !objects.has(name) || isObject(value);
}

const ruleLists = ['allow', 'deny', 'ask'] as const;

/** Rules that the CLI cannot read are left out. */
function readPermissions(permissions: JsonObject): JsonObject | undefined {
  const { defaultMode, additionalDirectories } = permissions;
  if (defaultMode !== undefined && !defaultModes.includes(defaultMode)) return undefined;
  if (additionalDirectories !== undefined && !isStringList(additionalDirectories)) return undefined;
  const read = { ...permissions };
  for (const list of ruleLists) {
    const rules = permissions[list];
    if (rules === undefined) continue;
    if (!Array.isArray(rules)) return undefined;
    // A star denies everything, but cannot allow everything.
    read[list] = rules.filter((rule) => isRule(rule) && (list !== 'allow' || rule !== '*'));
  }
  return read;
}

/** A tool, or a tool with what it may do in parentheses. Names of tools do not start in lower case. */
function isRule(rule: unknown): boolean {
  if (!isString(rule)) return false;
  const [, tool = '', content] = /^([^()]*)(?:\((.*)\))?$/s.exec(rule) ?? [];
  if (tool.trim() === '' || content === '' || content === ':*') return false;
  if (tool.startsWith('mcp__')) return content === undefined;
  return !/^[a-z]/.test(tool);
}

/** Settings whose value replaces the one of a source below, although it could be merged. */
const replaced: readonly string[] = ['fallbackModel', 'modelPicker'];

/** Merges like the CLI: objects by key, lists without duplicates, anything else by the latter. */
export function mergeSettings(below: JsonObject, above: JsonObject): JsonObject {
  const merged: JsonObject = { ...below };
  for (const [name, value] of Object.entries(above)) {
    if (value !== undefined) merged[name] = mergeValue(merged[name], value, name);
  }
  return merged;
}

function mergeValue(below: unknown, above: unknown, name: string): unknown {
  if (replaced.includes(name)) return above;
  if (Array.isArray(below) && Array.isArray(above)) return [...new Set([...below, ...above])];
  return isObject(below) && isObject(above) ? mergeSettings(below, above) : above;
}
