import type { EffortLevel } from '../../options/agentTypes.js';
import type { Finding, NonEmpty, Todo, TodoStatus } from './toolParts.js';

// The inputs of the built-in tools, from P to Z.

type Data = Record<string, unknown>;

export interface ProposeGoalInput {
  condition: string;
  ask_user?: boolean;
}

type Proposal = {
  name: string;
  kind: 'new' | 'improvement';
  target?: string;
  description: string;
  evidence?: string[];
  edits?: NonEmpty<{ old_string: string; new_string: string }>;
  skillMd?: string;
};

export interface ProposeSkillsInput {
  proposals: [Proposal] | [Proposal, Proposal] | [Proposal, Proposal, Proposal];
}

export interface PushNotificationInput {
  message: string;
  status?: 'proactive';
}

export interface ReadMcpResourceDirInput {
  server: string;
  uri: string;
}

export interface ReadMcpResourceInput {
  server: string;
  uri: string;
}

// biome-ignore lint/suspicious/noEmptyInterface: the tool takes nothing.
export interface ReadNotificationsInput {}

export interface RefreshMcpToolsInput {
  server?: string;
}

export interface RemoteTriggerInput {
  action:
    | ('list' | 'get' | 'create' | 'update' | 'run')
    | ('create_webhook_trigger' | 'list_runs' | 'get_run_log');
  trigger_id?: string;
  session_id?: string;
  cursor?: string;
  body?: Data;
}

export interface ReportFindingsInput {
  level?: EffortLevel;
  findings: Finding[];
}

export interface ScheduleWakeupInput {
  delaySeconds?: number;
  reason?: string;
  prompt?: string;
  stop?: boolean;
  noop?: boolean;
}

export interface SendFeedbackInput {
  type: 'bug' | 'idea' | 'missing_capability';
  title: string;
  details: string;
  area?: string;
  failure_mode?:
    | ('instruction_following' | 'destructive_actions' | 'code_quality')
    | ('repetition_and_looping' | 'model_regression' | 'overconfidence_and_hallucination')
    | ('context_and_memory' | 'overeager' | 'over_correction' | 'stopping_short')
    | ('dispute_or_decline' | 'subagent_overspawn' | 'tone_or_preachiness')
    | ('excessive_questions' | 'unwanted_scope' | 'other');
  task_category?:
    | ('code_edit' | 'debug' | 'explain' | 'plan' | 'shell' | 'search' | 'review')
    | 'other';
}

// biome-ignore lint/suspicious/noEmptyInterface: the tool takes nothing.
export interface ShowOnboardingRolePickerInput {}

export interface TaskCreateInput {
  subject: string;
  description: string;
  activeForm?: string;
  metadata?: Data;
}

export interface TaskGetInput {
  taskId: string;
}

// biome-ignore lint/suspicious/noEmptyInterface: the tool takes nothing.
export interface TaskListInput {}

export interface TaskStopInput {
  task_id?: string;
  shell_id?: string;
}

export interface TaskUpdateInput {
  taskId: string;
  subject?: string;
  description?: string;
  activeForm?: string;
  status?: TodoStatus | 'deleted';
  addBlocks?: string[];
  addBlockedBy?: string[];
  owner?: string;
  metadata?: Data;
}

export interface TodoWriteInput {
  todos: Todo[];
}

export interface WebFetchInput {
  url: string;
  prompt: string;
  offset?: number;
}

export interface WebSearchInput {
  query: string;
  allowed_domains?: string[];
  blocked_domains?: string[];
}

export interface WorkflowInput {
  script?: string;
  scriptPath?: string;
  name?: string;
  title?: string;
  description?: string;
  args?: Data;
  resumeFromRunId?: string;
}
