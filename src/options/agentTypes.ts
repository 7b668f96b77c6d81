import type { McpServerConfigForProcessTransport } from '../codec/mcpConfigs.js';
import type { PermissionMode } from '../codec/permissions.js';

/** How much effort Claude puts into an answer. */
export type EffortLevel = 'low' | 'medium' | 'high' | 'xhigh' | 'max';

/** One MCP server of an agent: the name of a configured server, or servers by name. */
export type AgentMcpServerSpec = string | Record<string, McpServerConfigForProcessTransport>;

/** A subagent: an assistant with a prompt and tools of its own that Claude can delegate to. */
export type AgentDefinition = {
  /** When Claude should use this agent. Claude reads this to choose one. */
  description: string;
  /** The agent's system prompt. */
  prompt: string;
  /** The tools the agent may use. Without it, all tools of the main conversation. */
  tools?: string[];
  /** Tools the agent may not use. */
  disallowedTools?: string[];
  /** A model alias, a full model name, or `inherit` for the model of the main conversation. */
  model?: string;
  /** The MCP servers the agent can use: names from `mcpServers`, or servers of its own. */
  mcpServers?: AgentMcpServerSpec[];
  /** The skills to load when the agent starts. */
  skills?: string[];
  /** Sent as the first user message if this agent runs the main conversation; see `agent`. */
  initialPrompt?: string;
  /** The agent stops after this many turns. */
  maxTurns?: number;
  /** The number of tokens at which the agent compacts its own conversation. */
  autoCompactWindow?: number;
  /** Run the agent as a background task: Claude does not wait for it. */
  background?: boolean;
  /** Do not load CLAUDE.md files, except those of a managed policy. */
  omitClaudeMd?: boolean;
  /** Which memory the agent keeps from one run to the next. */
  memory?: 'user' | 'project' | 'local';
  /** How much effort the agent puts into an answer: a level, or a number. */
  effort?: EffortLevel | number;
  /** How the agent's tools get permission. */
  permissionMode?: PermissionMode;
  /** An agent that watches this one in the background, or up to four, separated by commas. */
  observer?: string;
  /** Text to append to each report that the observer gets. */
  observerMessage?: string;
  /** Experimental: a reminder that the CLI adds to the system prompt. */
  criticalSystemReminder_EXPERIMENTAL?: string;
};
