import type { EffortLevel } from '../../options/agentTypes.js';
import type { Finding, Todo, TodoStatus } from './toolParts.js';

// The outputs of the built-in tools, from R to Z.

export interface ReportFindingsOutput {
  count: number;
  level?: EffortLevel;
  findings: Finding[];
}

export interface ScheduleWakeupOutput {
  scheduledFor: number;
  clampedDelaySeconds: number;
  wasClamped: boolean;
  stopped?: boolean;
  cancelledWakeups?: number;
}

export interface SendFeedbackOutput {
  success: boolean;
  message: string;
}

export interface ShowOnboardingRolePickerOutput {
  role?: string;
  dismissed?: boolean;
}

export interface TaskCreateOutput {
  task: { id: string; subject: string; description?: string };
}

export interface TaskGetOutput {
  task: {
    id: string;
    subject: string;
    description: string;
    status: TodoStatus;
    blocks: string[];
    blockedBy: string[];
  } | null;
}

export interface TaskListOutput {
  tasks: {
    id: string;
    subject: string;
    status: TodoStatus;
    owner?: string;
    blockedBy: string[];
  }[];
}

export interface TaskStopOutput {
  message: string;
  task_id: string;
  task_type: string;
  command?: string;
}

export interface TaskUpdateOutput {
  success: boolean;
  taskId: string;
  updatedFields: string[];
  error?: string;
  statusChange?: { from: string; to: string };
}

export interface TodoWriteOutput {
  oldTodos: Todo[];
  newTodos: Todo[];
}

export interface WebFetchOutput {
  bytes: number;
  code: number;
  codeText: string;
  result: string;
  durationMs: number;
  url: string;
  artifactRead?: { slug: string; ver?: string; seeded?: false };
}

export interface WebSearchOutput {
  query: string;
  results: (
    | string
    | { tool_use_id: string; content: { title: string; url: string; snippet?: string }[] }
  )[];
  durationSeconds: number;
  searchCount?: number;
}

export interface WorkflowOutput {
  status: 'async_launched' | 'remote_launched';
  taskId: string;
  taskType?: 'local_workflow' | 'remote_agent';
  workflowName?: string;
  runId?: string;
  summary?: string;
  transcriptDir?: string;
  scriptPath?: string;
  sessionUrl?: string;
  warning?: string;
  error?: string;
}
