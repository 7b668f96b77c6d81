import type { PermissionMode } from '../codec/permissions.js';
import type { McpProcessServerConfig } from './mcpTypes.js';

/** Values known today, and whatever a newer CLI takes. */
export type Open<Known extends string> = Known | (string & {});

export type EffortLevel = Open<'low' | 'medium' | 'high' | 'xhigh' | 'max'>;

/** A subagent. */
export interface AgentDefinition {
  /** When Claude is to use it. */
  description: string;
  /** Its system prompt. */
  prompt: string;
  /** The tools that it has; all of the parent's where absent. */
  tools?: readonly string[];
  disallowedTools?: readonly string[];
  /** An alias, a full model name, or `inherit`. */
  model?: string;
  /** Names of configured servers, or servers of its own. */
  mcpServers?: readonly (
    | string
    | Readonly<Record<string, McpProcessServerConfig | { type: 'sdk'; name: string }>>
  )[];
  skills?: readonly string[];
  /** Sent as the first user message when this agent leads the session. */
  initialPrompt?: string;
  maxTurns?: number;
  autoCompactWindow?: number;
  /** Run as a background task. */
  background?: boolean;
  omitClaudeMd?: boolean;
  memory?: 'user' | 'project' | 'local';
  effort?: EffortLevel | number;
  permissionMode?: Open<PermissionMode>;
  observer?: string;
  observerMessage?: string;
  criticalSystemReminder_EXPERIMENTAL?: string;
}

export type ThinkingConfig =
  /** Claude decides when and how much to think. */
  | { type: 'adaptive'; display?: ThinkingDisplay }
  /** With a budget; without one it is adaptive. */
  | { type: 'enabled'; budgetTokens?: number; display?: ThinkingDisplay }
  | { type: 'disabled' };

export type ThinkingDisplay = 'summarized' | 'omitted';

export type SystemPrompt =
  | string
  /** Several blocks, of which the CLI makes one prompt. */
  | readonly string[]
  | {
      type: 'custom';
      prompt: string | readonly string[];
      /** Whether a resumed conversation keeps the prompt that it was begun with. */
      snapshot?: boolean;
    }
  /** The CLI's own prompt. */
  | {
      type: 'preset';
      preset: 'claude_code';
      append?: string;
      /** Move what differs by machine and user into the first message, for a prompt that caches. */
      excludeDynamicSections?: boolean;
      snapshot?: boolean;
    };

export type ToolSet = readonly string[] | { type: 'preset'; preset: 'claude_code' };

export interface PluginConfig {
  type: 'local';
  path: string;
  /** Load all of the plugin but its MCP servers. */
  skipMcpDiscovery?: boolean;
}

export interface OutputFormat {
  type: 'json_schema';
  schema: Readonly<Record<string, unknown>>;
}

export interface ToolConfig {
  askUserQuestion?: { previewFormat?: 'markdown' | 'html' };
}
