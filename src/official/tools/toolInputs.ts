import type { EffortLevel } from '../../options/agentTypes.js';
import type { NonEmpty, Question } from './toolParts.js';

// The inputs of the built-in tools, as `tool_input` of hooks and `canUseTool` have them. They are
// interfaces, as in the official SDK.

type Data = Record<string, unknown>;

export interface AgentInput {
  description: string;
  prompt: string;
  subagent_type?: string;
  model?: 'sonnet' | 'opus' | 'haiku' | 'fable';
  effort?: EffortLevel;
  run_in_background?: boolean;
  name?: string;
  team_name?: string;
  mode?: 'acceptEdits' | 'auto' | 'bypassPermissions' | 'default' | 'dontAsk' | 'plan';
  isolation?: 'worktree' | 'remote';
}

export interface ArtifactInput {
  action?:
    | ('publish' | 'list' | 'read' | 'list_types' | 'watch' | 'unwatch' | 'status')
    | ('upload_asset' | 'list_assets' | 'read_asset' | 'delete_asset' | 'pin' | 'unpin');
  url?: string;
  title?: string;
  description?: string;
  label?: string;
  favicon?: string;
  icon?: string;
  prompt?: string;
  file_path?: string;
  file_paths?: NonEmpty<string>;
  out_dir?: string;
  asset_id?: string;
  scope?: 'mine' | 'shared' | 'all';
  limit?: number;
  page_token?: string;
  after?: string;
  force?: boolean;
  pin?: boolean;
  capabilities?: Data;
  contract?: string;
}

export interface AskUserQuestionInput {
  questions:
    | [Question]
    | [Question, Question]
    | [Question, Question, Question]
    | [Question, Question, Question, Question];
  answers?: Record<string, string>;
  annotations?: Record<string, { preview?: string; notes?: string }>;
  metadata?: { source?: string };
}

export interface BashInput {
  command: string;
  timeout?: number;
  description?: string;
  run_in_background?: boolean;
  dangerouslyDisableSandbox?: boolean;
}

export interface ClaudeDesignInput {
  operation: string;
  arguments: Data;
}

export interface CronCreateInput {
  cron: string;
  prompt: string;
  recurring?: boolean;
  durable?: boolean;
}

export interface CronDeleteInput {
  id: string;
}

// biome-ignore lint/suspicious/noEmptyInterface: the tool takes nothing.
export interface CronListInput {}

// biome-ignore lint/suspicious/noEmptyInterface: the tool takes nothing.
export interface EnterPlanModeInput {}

export interface EnterWorktreeInput {
  name?: string;
  path?: string;
}

export interface ExitPlanModeInput {
  allowedPrompts?: { tool: 'Bash'; prompt: string }[];
  [field: string]: unknown;
}

export interface ExitWorktreeInput {
  action: 'keep' | 'remove';
  discard_changes?: boolean;
}

export interface FileEditInput {
  file_path: string;
  old_string: string;
  new_string: string;
  replace_all?: boolean;
}

export interface FileReadInput {
  file_path: string;
  offset?: number;
  limit?: number;
  pages?: string;
  allow_large?: boolean;
}

export interface FileWriteInput {
  file_path: string;
  content: string;
}

export interface GlobInput {
  pattern: string;
  path?: string;
}

export interface GrepInput {
  pattern: string;
  path?: string;
  glob?: string;
  type?: string;
  output_mode?: 'content' | 'files_with_matches' | 'count';
  '-A'?: number;
  '-B'?: number;
  '-C'?: number;
  '-i'?: boolean;
  '-n'?: boolean;
  '-o'?: boolean;
  context?: number;
  head_limit?: number;
  offset?: number;
  multiline?: boolean;
}

export interface ListMcpResourcesInput {
  server?: string;
}

export interface McpInput {
  [argument: string]: unknown;
}

export interface MonitorInput {
  description: string;
  timeout_ms: number;
  command?: string;
  ws?: { url: string; protocols?: string[] };
}

export interface NotebookEditInput {
  notebook_path: string;
  cell_id?: string;
  new_source: string;
  cell_type?: 'code' | 'markdown';
  edit_mode?: 'replace' | 'insert' | 'delete';
}

export interface OfferChromeSetupInput {
  reason?: string;
}

export interface ProjectsInput {
  method:
    | ('project_info' | 'project_read' | 'project_search' | 'project_write' | 'project_delete')
    | ('project_memory_list' | 'project_memory_read');
  path?: string;
  content?: string;
  local_path?: string;
  present_to_user?: boolean;
  query?: string;
  n?: number;
}
