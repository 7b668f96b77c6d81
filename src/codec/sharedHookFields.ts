// Groups of fields that several hook events share.

/** The MCP server that a tool belongs to. Only servers of this program have the source `sdk`. */
export type McpServerProvenance = {
  /**
   * The name of the server. Unless `source` is `sdk`, it comes from a configuration file: do not
   * trust it.
   */
  name: string;
  /** Where the server is configured: `sdk`, `plugin`, `user`, `project`, `local`, `dynamic`, `managed`, … */
  source: string;
};

/** A background task that is still running. */
export type BackgroundTaskSummary = {
  /** The id of the task. */
  id: string;
  /** The kind of task: `shell`, `subagent`, `monitor`, `workflow`, … */
  type: string;
  /** How it is doing. */
  status: string;
  /** What it does. Long texts are cut. */
  description: string;
  /** The command line, if it is a shell. */
  command?: string;
  /** The type of the agent, if it is a subagent. */
  agent_type?: string;
  /** The MCP server, if it is a monitor or an MCP task. */
  server?: string;
  /** The MCP tool, if it is a monitor or an MCP task. */
  tool?: string;
  /** The name of the workflow, if it is one. */
  name?: string;
};

/** A scheduled prompt that will wake the session. */
export type SessionCronSummary = {
  /** The id of the schedule. */
  id: string;
  /** A cron expression, such as `0 9 * * 1-5`. */
  schedule: string;
  /** False if it fires only once. */
  recurring: boolean;
  /** The prompt that will be sent. Long texts are cut. */
  prompt: string;
};

/** Only events of a turn carry the mode; events of the session's life do not. */
export type TurnFields = {
  /** How tool calls are permitted. */
  permission_mode?: string;
};

export type ToolFields = {
  /** The tool. Tools of MCP servers are called `mcp__server__tool`. */
  tool_name: string;
  /** The input that the model called it with. */
  tool_input: unknown;
  /** The MCP server that the tool belongs to, if it is an MCP tool. */
  mcp_server?: McpServerProvenance;
};

export type StopFields = TurnFields & {
  /**
   * True while the model continues because an earlier stop was blocked. Check it to avoid an
   * endless loop.
   */
  stop_hook_active: boolean;
  /** The last text of the model. */
  last_assistant_message?: string;
  /** The background tasks that are still running. */
  background_tasks?: BackgroundTaskSummary[];
  /** The scheduled prompts that will wake the session. */
  session_crons?: SessionCronSummary[];
};

export type ModelSwitchFields = {
  /** The model before the switch. */
  from_model: string;
  /** The model after the switch. */
  to_model: string;
  /** The model as it was asked for; null for the default model. */
  requested_model: string | null;
  /** The tokens that the next request sends again. */
  context_tokens: number;
  /** Whether the old model's prompt cache is probably still warm. The switch gives it up. */
  prompt_cache_warm: boolean;
  /** How long the prompt cache lives. */
  cache_ttl: '5m' | '1h';
  /** What it will cost to cache the context again, in US dollars. */
  estimated_cache_write_usd: number;
  /** Which prices the estimate uses. */
  pricing: 'configured' | 'catalog' | 'default';
};

export type TaskFields = {
  /** The id of the task. */
  task_id: string;
  /** The title of the task. */
  task_subject: string;
  /** What is to be done. */
  task_description?: string;
  /** The teammate that the task belongs to. */
  teammate_name?: string;
  /** The team. */
  team_name?: string;
};
