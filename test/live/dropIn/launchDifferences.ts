import { exchangeDifferences } from './exchangeDifferences.js';

/** A difference that is meant to be there. */
export interface Explanation {
  /** The row in the table of docs/migration.md, or what is listed under the programs we run. */
  title: string;
  /** Which lines it explains: the options, and then the difference. */
  line: RegExp;
}

const wrongTypes = 'options of a wrong type or out of range';
const refusedByCli = 'options that the CLI refuses';
const words = 'words about options that do not go together';
const untyped = 'options that no type declares';
const bypass = '`bypassPermissions` in `settings` or `agents`';
const sdkVariables = 'variables by which an SDK tells the CLI who it is';

const explanations: readonly Explanation[] = [
  {
    title: sdkVariables,
    line: /\/env\/(CLAUDE_AGENT_SDK_VERSION|NoDefaultCurrentDirectoryInExePath|CLAUDE_CODE_(SDK_READS_SESSION_STATE|EMIT_SESSION_STATE_EVENTS)): /,
  },
  { title: '`--print`', line: /^\{"extraArgs":\{"print":null\}\} \/launched\/flags\/--print: / },
  { title: 'fields of messages', line: /\/frames\/\d+\/uuid: nothing with the official SDK/ },
  { title: bypass, line: /\/flags\/bypassPermissions: nothing with the official SDK, "disable"/ },
  {
    title: bypass,
    line: /"bypassPermissions"\S* \/launched\/flags\/--allow-dangerously-skip-permissions: nothing/,
  },
  { title: bypass, line: /^\{"settings":"\/a\S* \/launched\/flags\/--permission-mode: nothing/ },
  { title: wrongTypes, line: /^\{"\w+":null\} / },
  {
    title: wrongTypes,
    line: /^\{"(maxTurns":"(1\.5|-1|Infinity)|maxThinkingTokens":"(1\.5|-1)|effort":"5)"\} /,
  },
  { title: wrongTypes, line: /^\{"thinking":\{"type":"(other"|enabled","budgetTokens":"0")\}\} / },
  { title: wrongTypes, line: /^\{"systemPrompt":\{\}\} / },
  { title: wrongTypes, line: /^\{"extraArgs":\{"with space"/ },
  { title: wrongTypes, line: /^\{"additionalDirectories":\["-dash",""\]\} \/launched\/flags/ },
  {
    title: refusedByCli,
    line: /^\{"(maxBudgetUsd":"(0|-1|NaN)"|taskBudget":\{("total":"0")?\})\} /,
  },
  { title: refusedByCli, line: /^\{"(projectConfigRoot|resumeDropsTurn)":""\} \/launched\/flags/ },
  { title: words, line: /^\{"supportedDialogKinds":\["\w+"\]\} \/refused\/message/ },
  { title: words, line: /^\{"plugins":\[\{"type":"remote"\S* \/refused\/message/ },
  { title: words, line: /^\{"skills":\["[^\]]*"\]\} \/refused\/(message|name)/ },
  { title: words, line: /^\{"(model|settings|sessionStore)"\S* \/refused\/message/ },
  {
    title: untyped,
    line: /^\{"(appendSubagentSystemPrompt|codeRunningMcpTools|webSearchIsolationExemptMcpServers|rapidFollowupPreempt|forwardNestedSubagentToolCalls|workspaceTrust|workload|getOAuthToken|getHostAuthToken)":\S+ \/launched\/(flags|env|frames\/0\/request)\/[\w-]+: /,
  },
  { title: untyped, line: /^\{"onProcessSpawned":"code"\} \/launched\/called\/0: / },
  { title: untyped, line: /"managedSettingsDelivery":"initialize"\} / },
  { title: untyped, line: /\/env\/CLAUDE_CODE_QUESTION_(EXTENDED|OPTIONAL_DESCRIPTIONS): "1"/ },
  {
    title: 'MCP servers in the program',
    line: /\/frames\/0\/request\/sdkMcpServerManifests: .* with the official SDK, nothing/,
  },
  {
    title: "`permissionPrompts: 'host'`",
    line: /"host"\} \/launched\/flags\/--permission-prompts: .* nothing with ours/,
  },
  { title: 'errors', line: /^\{"pathToClaudeCodeExecutable":""\} \/refused\// },
];

/** The lines that nothing explains, and the explanations of nothing. */
export function explanationsOf(lines: readonly string[], listed = explanations) {
  return {
    unexplained: lines.filter((line) => !listed.some((one) => one.line.test(line))),
    unused: listed.filter((one) => !lines.some((line) => one.line.test(line))),
  };
}

/** Where the docs list the differences. */
export const listedUnder: readonly string[] = [
  ...new Set([...explanations, ...exchangeDifferences].map(({ title }) => title)),
];

/** Methods of the official `Query` that send requests, are in none of its types, and are not here. */
export const untypedMethods: readonly string[] = [
  'claudeAuthenticate',
  'claudeOAuthCallback',
  'claudeOAuthWaitForCompletion',
  'dropHookMatchers',
  'enableChannel',
  'exportConversation',
  'getChromeBrowsers',
  'getChromeDialog',
  'getHooksListing',
  'getMemoryDialog',
  'getPlan',
  'getSandboxDialog',
  'getSkillsDialog',
  'getStatus',
  'getTaskOutput',
  'launchUltrareview',
  'listPermissionRules',
  'mcpClearAuth',
  'mcpSubmitOAuthCallbackUrl',
  'messageRated',
  'readCloudSessions',
  'selectChromeBrowser',
  'setChromeBrowserHints',
  'setCwd',
  'setPromptSuggestionsPaused',
  'setUiHost',
  'submitFeedback',
  'submitSurveyFeedback',
];

/** Parts of the official `Query` that only itself calls. */
export const internals: readonly string[] = [
  'addCleanupCallback',
  'afterInitialize',
  'armRunEndCeiling',
  'awaitControlResponse',
  'buildInitializeRequest',
  'captureSdkMcpServerManifests',
  'claimSession',
  'cleanup',
  'clearRunEndCeiling',
  'connectSdkMcpServer',
  'disconnectSdkMcpServer',
  'dropUnreadHookProgress',
  'endRun',
  'handleControlCancelRequest',
  'handleControlRequest',
  'handleHookCallbacks',
  'handleMcpControlRequest',
  'hasBidirectionalNeeds',
  'hasHookSetToBlock',
  'initialize',
  'isClosed',
  'markInitializeWritten',
  'performCleanup',
  'processControlRequest',
  'processPendingPermissionRequests',
  'processPendingUserDialogRequests',
  'readMessages',
  'readSdkMessages',
  'reportMirrorError',
  'sendMcpServerMessageToCli',
  'setError',
  'setFrameObserver',
  'setIsSingleUserTurn',
  'setTranscriptMirrorBatcher',
  'startupMarkReached',
  'waitForRunEnd',
  'writeBehindPromptHold',
  'writePrompt',
  'writeStreamMessage',
];
