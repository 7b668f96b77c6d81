import type { OpenString } from './openTypes.js';
import type { SystemBase } from './systemMessages.js';

/** What a task has used so far. */
export interface TaskUsage {
  /** Tokens, of all kinds. */
  total_tokens: number;
  /** Tool calls. */
  tool_uses: number;
  /** How long it has been running, in milliseconds. */
  duration_ms: number;
}

/** A subagent, a background shell or a workflow has started. */
export interface TaskStartedMessage extends SystemBase<'task_started'> {
  /** The id of the background task. */
  task_id: string;
  /** The tool call that started the task. */
  tool_use_id?: string;
  /** What the task does. */
  description: string;
  /** The kind of task. */
  task_type?: OpenString<'local_agent' | 'local_bash' | 'local_workflow'>;
  /** The type of the subagent. */
  subagent_type?: string;
  /** Whether it runs in the background. A foreground task blocks the tool call that started it. */
  is_backgrounded?: boolean;
  /** What the subagent was asked. */
  prompt?: string;
}

/** A task is still running. */
export interface TaskProgressMessage extends SystemBase<'task_progress'> {
  /** The id of the background task. */
  task_id: string;
  /** The tool call that started the task. */
  tool_use_id?: string;
  /** What the task does. */
  description: string;
  /** What the task has used so far. */
  usage: TaskUsage;
  /** The tool it called last. */
  last_tool_name?: string;
  /** A one-line summary of its progress. */
  summary?: string;
}

/** Something about a task changed. */
export interface TaskUpdatedMessage extends SystemBase<'task_updated'> {
  /** The id of the background task. */
  task_id: string;
  /** The fields that changed. */
  patch: {
    status?: OpenString<
      'pending' | 'running' | 'completed' | 'failed' | 'stopped' | 'killed' | 'paused'
    >;
    description?: string;
    end_time?: number;
    error?: string;
    is_backgrounded?: boolean;
  };
}

/** A task has ended. */
export interface TaskNotificationMessage extends SystemBase<'task_notification'> {
  /** The id of the background task. */
  task_id: string;
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
}

/**
 * The list of background tasks changed. Foreground subagents are not on it, so do not track tasks
 * by it.
 */
export interface BackgroundTasksChangedMessage extends SystemBase<'background_tasks_changed'> {
  /** The tasks that are running now. */
  tasks: { task_id: string; task_type: string; description: string; subagent_type?: string }[];
}
