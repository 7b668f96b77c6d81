import type { AssistantMessageError } from './messages.js';
import type { PermissionUpdate } from './permissions.js';
import type {
  ModelSwitchFields,
  StopFields,
  TaskFields,
  ToolFields,
  TurnFields,
} from './sharedHookFields.js';

/**
 * What each event adds to `HookInputBase`. A field is required if 2.1.197 and 2.1.325 always send it.
 *
 * A new hook event starts here: the compiler then names the other places that need it.
 */
export interface HookFields {
  /** Before a tool runs. The hook can deny the call, ask the user, or change the input. */
  PreToolUse: TurnFields &
    ToolFields & {
      /** The tool call. */
      tool_use_id: string;
    };
  /** After a tool has run. The hook can replace what the model sees of the result. */
  PostToolUse: TurnFields &
    ToolFields & {
      /** The tool call. */
      tool_use_id: string;
      /** The tool's output; its shape depends on the tool. */
      tool_response: unknown;
      /** How long the tool ran, in milliseconds. */
      duration_ms?: number;
    };
  /** After a tool has failed. */
  PostToolUseFailure: TurnFields &
    ToolFields & {
      /** The tool call. */
      tool_use_id: string;
      /** What went wrong. */
      error: string;
      /** True if an interrupt stopped the tool. */
      is_interrupt?: boolean;
      /** How long the tool ran, in milliseconds. */
      duration_ms?: number;
    };
  /** After all tool calls of one assistant message, before the next request to the model. */
  PostToolBatch: TurnFields & {
    /** The calls, with their results. */
    tool_calls: {
      /** The tool. */
      tool_name: string;
      /** The input that the model called it with. */
      tool_input: unknown;
      /** The tool call. */
      tool_use_id: string;
      /** The tool's output, if it has run. */
      tool_response?: unknown;
    }[];
  };
  /** When the CLI notifies the user. */
  Notification: {
    /** The text. */
    message: string;
    /** The title. */
    title?: string;
    /** The kind of notification. */
    notification_type: string;
  };
  /** Before a prompt goes to the model. The hook can block it or add context. */
  UserPromptSubmit: TurnFields & {
    /** The prompt. */
    prompt: string;
    /** Who sent it. */
    source?: 'user' | 'sdk' | 'system' | 'loop_wakeup' | 'schedule_wakeup' | 'poll_event';
    /** The title of the session. */
    session_title?: string;
  };
  /** Before a slash command or an MCP prompt is expanded. The hook can block it. */
  UserPromptExpansion: TurnFields & {
    /** What is expanded. */
    expansion_type: 'slash_command' | 'mcp_prompt';
    /** The name of the command. */
    command_name: string;
    /** What follows the name. */
    command_args: string;
    /** Where the command is defined. */
    command_source?: string;
    /** The prompt as it was written. */
    prompt: string;
  };
  /** When a session starts or is resumed, and after it is cleared or compacted. */
  SessionStart: {
    /** Why the session starts. */
    source: 'startup' | 'resume' | 'clear' | 'compact' | 'fork';
    /** The model. */
    model?: string;
    /** The title of the session. */
    session_title?: string;
    /** On resume: the time since the last response. */
    seconds_since_last_response?: number;
    /** On resume: the size of the conversation, in tokens. */
    context_tokens?: number;
    /** On resume: whether the prompt cache has probably expired. */
    prompt_cache_likely_expired?: boolean;
    /** On resume: what it will cost to cache the conversation again, in US dollars. */
    estimated_cache_write_usd?: number;
  };
  /** When the session ends. */
  SessionEnd: {
    /** Why it ends. */
    reason: 'clear' | 'resume' | 'logout' | 'prompt_input_exit' | 'other';
  };
  /** When the model is done. Blocking makes it continue. */
  Stop: StopFields;
  /** When a run ends because of an API error. */
  StopFailure: {
    /** What went wrong. */
    error: AssistantMessageError;
    /** More about it. */
    error_details?: string;
    /** The last text of the model. */
    last_assistant_message?: string;
  };
  /** When a subagent starts. */
  SubagentStart: {
    /** The id of the subagent. */
    agent_id: string;
    /** The type of the subagent. */
    agent_type: string;
  };
  /** When a subagent is done. Blocking makes it continue. */
  SubagentStop: StopFields & {
    /** The id of the subagent. */
    agent_id: string;
    /** The type of the subagent. */
    agent_type: string;
    /** The file with the conversation of the subagent. */
    agent_transcript_path: string;
  };
  /** Before the conversation is compacted. The hook can block it. */
  PreCompact: {
    /** Whether the user asked for it or the CLI decided. */
    trigger: 'manual' | 'auto';
    /** What the user wants the summary to keep. */
    custom_instructions: string | null;
  };
  /** After the conversation was compacted. */
  PostCompact: {
    /** Whether the user asked for it or the CLI decided. */
    trigger: 'manual' | 'auto';
    /** The summary that replaces the conversation. */
    compact_summary: string;
  };
  /** Before the model is switched. The hook can deny it. */
  PreModelSwitch: ModelSwitchFields & {
    /** Who switches. */
    source: 'command' | 'picker' | 'sdk';
  };
  /** After the model was switched. */
  PostModelSwitch: ModelSwitchFields & {
    /** Who switched. */
    source: 'command' | 'picker' | 'sdk' | 'auto' | 'resume';
  };
  /** When the CLI asks for permission. The hook can answer in place of the user. */
  PermissionRequest: TurnFields &
    ToolFields & {
      /** Rules that would keep the CLI from asking again. */
      permission_suggestions?: PermissionUpdate[];
    };
  /** After a tool call was denied. */
  PermissionDenied: ToolFields & {
    /** The tool call. */
    tool_use_id: string;
    /** Why it was denied. */
    reason: string;
  };
  /** When the CLI runs with `--init` or `--maintenance`. */
  Setup: {
    /** Which of the two. */
    trigger: 'init' | 'maintenance';
  };
  /** When a teammate is about to become idle. */
  TeammateIdle: {
    /** The teammate. */
    teammate_name: string;
    /** The team. */
    team_name: string;
  };
  /** Before a task is added to the task list. The hook can block it. */
  TaskCreated: TaskFields;
  /** Before a task is marked as done. Blocking keeps it open. */
  TaskCompleted: TaskFields;
  /** When an MCP server asks the user for something. The hook can answer. */
  Elicitation: {
    /** The MCP server that asks. */
    mcp_server_name: string;
    /** What the server asks. */
    message: string;
    /** Whether the user fills in a form or visits a page. */
    mode?: 'form' | 'url';
    /** The page to visit. */
    url?: string;
    /** The id of the question. */
    elicitation_id?: string;
    /** The fields of the form, as a JSON schema. */
    requested_schema?: Record<string, unknown>;
  };
  /** After the user answered an MCP server. */
  ElicitationResult: {
    /** The MCP server that asks. */
    mcp_server_name: string;
    /** The id of the question. */
    elicitation_id?: string;
    /** Whether the user fills in a form or visits a page. */
    mode?: 'form' | 'url';
    /** What the user did. */
    action: 'accept' | 'decline' | 'cancel';
    /** What the user filled in. */
    content?: Record<string, unknown>;
  };
  /** When a settings file or a skill changes on disk. */
  ConfigChange: {
    /** What changed. */
    source: 'user_settings' | 'project_settings' | 'local_settings' | 'policy_settings' | 'skills';
    /** The file. */
    file_path?: string;
  };
  /** When the CLI needs a git worktree. The hook creates it and returns its path. */
  WorktreeCreate: {
    /** The name of the worktree. */
    name: string;
  };
  /** When the CLI no longer needs a worktree. */
  WorktreeRemove: {
    /** The path of the worktree. */
    worktree_path: string;
  };
  /** When a `CLAUDE.md` or another file of instructions was loaded. */
  InstructionsLoaded: {
    /** The file. */
    file_path: string;
    /** Whose instructions they are. */
    memory_type: 'User' | 'Project' | 'Local' | 'Managed';
    /** Why it was loaded. */
    load_reason: 'session_start' | 'nested_traversal' | 'path_glob_match' | 'include' | 'compact';
    /** The patterns that the file applies to. */
    globs?: string[];
    /** The file that caused it to be loaded. */
    trigger_file_path?: string;
    /** The file that includes it. */
    parent_file_path?: string;
  };
  /** When the working directory changes. */
  CwdChanged: {
    /** The directory before. */
    old_cwd: string;
    /** The directory now. */
    new_cwd: string;
  };
  /** When a watched file changes. */
  FileChanged: {
    /** The file. */
    file_path: string;
    /** What happened to it. */
    event: 'change' | 'add' | 'unlink';
  };
  /** When a directory is added to the workspace. */
  DirectoryAdded: {
    /** The absolute path of the directory. */
    directory: string;
    /** Who added it. */
    source: 'slash_command' | 'register_repo_root';
  };
  /**
   * For each batch of lines of a streaming assistant message, as it is displayed. The hook can
   * replace the text on screen.
   */
  MessageDisplay: {
    /** The id of the turn. */
    turn_id: string;
    /** The id of the message; the same in every batch. It is not the id of the API. */
    message_id: string;
    /** The number of this batch within the message, starting at 0. */
    index: number;
    /** True for the last batch of the message. */
    final: boolean;
    /** The lines since the last batch. */
    delta: string;
  };
}
