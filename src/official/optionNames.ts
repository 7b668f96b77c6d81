import type { AgentDefinition } from '../options/agentTypes.js';
import type { McpProcessServerConfig, McpSdkServerConfig } from '../options/mcpTypes.js';
import type { OutputFormat, ThinkingConfig } from '../options/modelOptions.js';
import type { SessionStore } from '../options/sessionStoreTypes.js';
import type { SandboxSettings, SettingSource } from '../options/settingsTypes.js';
import type { Options } from '../options/types.js';

// The official SDK's names for the types of options and permissions.

export type {
  PermissionBehavior,
  PermissionDecisionClassification,
  PermissionRule as PermissionRuleValue,
  PermissionUpdateDestination,
} from '../codec/permissions.js';
export type {
  McpSdkServerConfig as McpSdkServerConfigWithInstance,
  McpToolPolicy as McpServerToolPolicy,
} from '../options/mcpTypes.js';
export type { PluginConfig as SdkPluginConfig, ToolConfig } from '../options/toolOptions.js';

/** One MCP server of an agent: the name of a configured server, or servers by name. */
export type AgentMcpServerSpec = NonNullable<AgentDefinition['mcpServers']>[number];
/** The part that all output formats share. */
export type BaseOutputFormat = Pick<OutputFormat, 'type'>;
/** A settings file, by whom it belongs to. */
export type ConfigScope = SettingSource;
/** An output format that is described by a JSON schema. */
export type JsonSchemaOutputFormat = OutputFormat;
/** An MCP server configuration that can be written as JSON. */
export type McpServerConfigForProcessTransport =
  | McpProcessServerConfig
  | Omit<McpSdkServerConfig, 'instance'>;
/** The kinds of output format. */
export type OutputFormatType = OutputFormat['type'];
/** How the sandbox handles credentials. */
export type SandboxCredentialsConfig = NonNullable<SandboxSettings['credentials']>;
/** Which paths the sandbox may read and write. */
export type SandboxFilesystemConfig = NonNullable<SandboxSettings['filesystem']>;
/** Which sandbox violations are ignored, by command. */
export type SandboxIgnoreViolations = NonNullable<SandboxSettings['ignoreViolations']>;
/** What the sandbox may reach over the network. */
export type SandboxNetworkConfig = NonNullable<SandboxSettings['network']>;
/** The name of a beta feature, for the option `betas`. */
export type SdkBeta = NonNullable<Options['betas']>[number];
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
