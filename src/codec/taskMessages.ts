import type { SystemBase } from './systemMessages.js';

/** What a task has used so far. */
export type TaskUsage = {
  /** Tokens, of all kinds. */
  total_tokens: number;
  /** Tool calls. */
  tool_uses: number;
  /** How long it has been running, in milliseconds. */
  duration_ms: number;
};

/** A subagent, a background shell or a workflow has started. */
export type TaskStartedMessage = SystemBase<'task_started'> & {
  /** The id of the background task. */
  task_id: string;
  /** The run of the task. A task that is resumed has a new one. */
  run_id?: string;
  /** The tool call that started the task. */
  tool_use_id?: string;
  /** What the task does. */
  description: string;
  /** The kind of task: `local_agent`, `local_bash`, `local_workflow`, … */
  task_type?: string;
  /** The name of the workflow, if it is one. */
  workflow_name?: string;
  /** How deep it is nested: 1 for a task of the main thread. */
  spawn_depth?: number;
  /** The task that started this one. */
  parent_task_id?: string;
  /** True if the transcript does not show the task. */
  skip_transcript?: boolean;
  /** True if the task is the CLI's own. Do not show it as work in progress. */
  ambient?: boolean;
  /** The type of the subagent. */
  subagent_type?: string;
  /** Whether it runs in the background. A foreground task blocks the tool call that started it. */
  is_backgrounded?: boolean;
  /** What the subagent was asked. */
  prompt?: string;
};

/** A task is still running. */
export type TaskProgressMessage = SystemBase<'task_progress'> & {
  /** The id of the background task. */
  task_id: string;
  /** The run of the task. A task that is resumed has a new one. */
  run_id?: string;
  /** The tool call that started the task. */
  tool_use_id?: string;
  /** What the task does. */
  description: string;
  /** The type of the subagent. */
  subagent_type?: string;
  /** What the task has used so far. */
  usage: TaskUsage;
  /** The tool it called last. */
  last_tool_name?: string;
  /** A one-line summary of its progress. */
  summary?: string;
};

/** Something about a task changed. */
export type TaskUpdatedMessage = SystemBase<'task_updated'> & {
  /** The id of the background task. */
  task_id: string;
  /** The run of the task. A task that is resumed has a new one. */
  run_id?: string;
  /** The fields that changed. */
  patch: {
    status?: 'pending' | 'running' | 'completed' | 'failed' | 'killed' | 'paused';
    description?: string;
    end_time?: number;
    total_paused_ms?: number;
    error?: string;
    is_backgrounded?: boolean;
  };
};

/** A link to a resource of an MCP server. */
export type McpResourceLink = {
  /** The URI of the resource. */
  uri: string;
  /** Its name. */
  name: string;
  /** The name for display. */
  title?: string;
  /** What it is. */
  description?: string;
  /** The type of its data. */
  mimeType?: string;
  /** Its size in bytes. */
  size?: number;
  /** Hints for the client, by MCP's rules. */
  annotations?: Record<string, unknown>;
};

/** A task has ended. */
export type TaskNotificationMessage = SystemBase<'task_notification'> & {
  /** The id of the background task. */
  task_id: string;
  /** The run of the task. A task that is resumed has a new one. */
  run_id?: string;
  /** The tool call that started the task. */
  tool_use_id?: string;
  /** How it ended. */
  status: 'completed' | 'failed' | 'stopped';
  /** The file with its output. */
  output_file: string;
  /** What came of it, in a sentence. */
  summary: string;
  /** What it used. */
  usage?: TaskUsage;
  /** Why it was stopped, if the CLI did it. */
  reason?: 'worker_restart';
  /** Resources that an MCP task returned. */
  resource_links?: McpResourceLink[];
  /** True if the transcript does not show the task. */
  skip_transcript?: boolean;
  /** True if the task is the CLI's own. Do not show it as work in progress. */
  ambient?: boolean;
};

/**
 * The list of background tasks changed. Foreground subagents are not on it, so do not track tasks
 * by it.
 */
export type BackgroundTasksChangedMessage = SystemBase<'background_tasks_changed'> & {
  /** The tasks that are running now. */
  tasks: {
    task_id: string;
    run_id?: string;
    task_type: string;
    subagent_type?: string;
    description: string;
    parent_task_id?: string;
    ambient?: boolean;
  }[];
};
