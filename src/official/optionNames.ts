import type { OutputFormat, ThinkingConfig } from '../options/modelOptions.js';
import type { SessionStore } from '../options/sessionStoreTypes.js';
import type { SandboxSettings, SettingSource } from '../options/settingsTypes.js';
import type { Options } from '../options/types.js';

// The official SDK's names for the types of options and permissions.

export type {
  McpClaudeAIProxyServerConfig,
  McpServerConfigForProcessTransport,
  McpServerStatusConfig,
  McpToolPolicy as McpServerToolPolicy,
} from '../codec/mcpConfigs.js';
export type {
  PermissionBehavior,
  PermissionDecisionClassification,
  PermissionRule as PermissionRuleValue,
  PermissionUpdateDestination,
} from '../codec/permissions.js';
export type { AgentMcpServerSpec } from '../options/agentTypes.js';
export type { McpSdkServerConfigWithInstance } from '../options/mcpTypes.js';
export type { SdkBeta } from '../options/modelOptions.js';
export type {
  SandboxCredentialsConfig,
  SandboxFilesystemConfig,
  SandboxNetworkConfig,
} from '../options/settingsTypes.js';
export type { PluginConfig as SdkPluginConfig, ToolConfig } from '../options/toolOptions.js';

/** The part that all output formats share. */
export type BaseOutputFormat = Pick<OutputFormat, 'type'>;
/** A settings file, by whom it belongs to. */
export type ConfigScope = SettingSource;
/** An output format that is described by a JSON schema. */
export type JsonSchemaOutputFormat = OutputFormat;
/** The kinds of output format. */
export type OutputFormatType = OutputFormat['type'];
/** Which sandbox violations are ignored, by command. */
export type SandboxIgnoreViolations = NonNullable<SandboxSettings['ignoreViolations']>;
/** When transcript entries are written to the session store. */
export type SessionStoreFlush = NonNullable<Options['sessionStoreFlush']>;
type Summaries = ReturnType<NonNullable<SessionStore['listSessionSummaries']>>;
/** One session, as `SessionStore.listSessionSummaries` returns it. */
export type SessionSummaryEntry = Awaited<Summaries>[number];
/** The model decides how much it thinks. */
export type ThinkingAdaptive = Extract<ThinkingConfig, { type: 'adaptive' }>;
/** The model does not think. */
export type ThinkingDisabled = Extract<ThinkingConfig, { type: 'disabled' }>;
/** The model thinks, within a token budget. */
export type ThinkingEnabled = Extract<ThinkingConfig, { type: 'enabled' }>;
