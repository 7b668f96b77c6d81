import type { PermissionMode } from '../codec/permissions.js';
import type {
  AgentDefinition,
  EffortLevel,
  Open,
  OutputFormat,
  PluginConfig,
  SystemPrompt,
  ThinkingConfig,
  ToolConfig,
  ToolSet,
} from './agentTypes.js';
import type { CanUseTool, Hooks, OnElicitation, OnUserDialog } from './callbackTypes.js';
import type { McpServerConfig } from './mcpTypes.js';
import type { SessionStore, SpawnedProcess, SpawnOptions } from './processTypes.js';
import type {
  ClockLike,
  InspectLike,
  Limits,
  Logger,
  Metrics,
  PortLike,
  Stall,
  TelemetryLike,
  Timeouts,
  Warning,
} from './runtimeTypes.js';
import type { SandboxSettings, SettingSource, Settings } from './settingsTypes.js';

/** The options of the official SDK, by the same names. What each does is said in the table. */
interface OfficialOptions {
  abortController?: AbortController;
  additionalDirectories?: readonly string[];
  agent?: string;
  agentProgressSummaries?: boolean;
  agents?: Readonly<Record<string, AgentDefinition>>;
  allowDangerouslySkipPermissions?: boolean;
  allowedTools?: readonly string[];
  betas?: readonly string[];
  canUseTool?: CanUseTool;
  continue?: boolean;
  cwd?: string;
  debug?: boolean;
  debugFile?: string;
  disallowedTools?: readonly string[];
  effort?: EffortLevel;
  enableFileCheckpointing?: boolean;
  env?: Readonly<Record<string, string | undefined>>;
  executable?: 'bun' | 'deno' | 'node';
  executableArgs?: readonly string[];
  extraArgs?: Readonly<Record<string, string | null>>;
  fallbackModel?: string;
  forkSession?: boolean;
  forwardSubagentText?: boolean;
  hooks?: Hooks;
  includeHookEvents?: boolean;
  includePartialMessages?: boolean;
  loadTimeoutMs?: number;
  managedSettings?: Settings;
  maxBudgetUsd?: number;
  maxThinkingTokens?: number;
  maxTurns?: number;
  mcpServers?: Readonly<Record<string, McpServerConfig>>;
  model?: string;
  onElicitation?: OnElicitation;
  onUserDialog?: OnUserDialog;
  outputFormat?: OutputFormat;
  pathToClaudeCodeExecutable?: string;
  perTaskStopAffordance?: boolean;
  permissionMode?: Open<PermissionMode>;
  permissionPrompts?: 'host' | 'none';
  permissionPromptToolName?: string;
  persistSession?: boolean;
  planModeInstructions?: string;
  pluginDelivery?: 'argv' | 'initialize';
  plugins?: readonly PluginConfig[];
  projectConfigRoot?: string;
  promptSuggestions?: boolean;
  resume?: string;
  resumeDropsTurn?: string;
  resumeSessionAt?: string;
  sandbox?: SandboxSettings;
  sessionId?: string;
  sessionStore?: SessionStore;
  sessionStoreFlush?: 'batched' | 'eager';
  settings?: string | Settings;
  settingSources?: readonly Open<SettingSource>[];
  skills?: readonly string[] | 'all';
  spawnClaudeCodeProcess?: (options: SpawnOptions) => SpawnedProcess;
  stderr?: (data: string) => void;
  strictMcpConfig?: boolean;
  supportedDialogKinds?: readonly string[];
  systemPrompt?: SystemPrompt;
  taskBudget?: { total: number };
  thinking?: ThinkingConfig;
  title?: string;
  toolAliases?: Readonly<Record<string, string>>;
  toolConfig?: ToolConfig;
  tools?: ToolSet;
  verbatimPrompts?: boolean;
}

export interface Options extends OfficialOptions {
  addDirs?: readonly string[];
  appendSystemPrompt?: string;
  clock?: ClockLike;
  configFile?: string;
  envMode?: 'overlay' | 'replace';
  guard?: boolean;
  inspect?: InspectLike;
  limits?: Limits;
  logger?: Logger;
  mcpConfigPath?: string;
  metrics?: Metrics;
  mode?: 'auto' | 'oneShot' | 'session';
  onWarning?: (warning: Warning) => void;
  permissiveVersionCheck?: boolean;
  port?: PortLike;
  signal?: AbortSignal;
  skipVersionCheck?: boolean;
  stall?: Stall;
  strictExitStatus?: boolean;
  telemetry?: TelemetryLike;
  timeouts?: Timeouts;
  waitFor?: 'turn' | 'agents' | 'tasks';
}

export type OptionName = keyof Options;
