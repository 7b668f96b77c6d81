import type { FileChange, Question } from './toolParts.js';

// The outputs of the built-in tools, as `tool_use_result` and `tool_response` have them.

type Data = Record<string, unknown>;

export interface AskUserQuestionOutput {
  questions: Question[];
  answers: Record<string, string>;
  response?: string;
  annotations?: Record<
    string,
    { preview?: string; notes?: string; unanswered?: 'skipped' | 'replied_in_chat' | 'dismissed' }
  >;
  afkTimeoutMs?: number;
}

type PullRequestAction =
  | ('created' | 'edited' | 'merged' | 'commented' | 'closed' | 'reopened' | 'ready' | 'draft')
  | ('auto-merge-enabled' | 'auto-merge-disabled');

export interface BashOutput {
  stdout: string;
  stderr: string;
  rawOutputPath?: string;
  interrupted: boolean;
  isImage?: boolean;
  backgroundTaskId?: string;
  backgroundedByUser?: boolean;
  backgroundCwdHint?: string;
  backgroundEndsWithFinalResponse?: true;
  backgroundWakesOwner?: true;
  timedOutAfterMs?: number;
  dangerouslyDisableSandbox?: boolean;
  returnCodeInterpretation?: string;
  noOutputExpected?: boolean;
  structuredContent?: unknown[];
  persistedOutputPath?: string;
  persistedOutputSize?: number;
  staleReadFileStateHint?: string;
  ghRateLimitHint?: string;
  gitOperation?: {
    commit?: { sha: string; kind: 'committed' | 'amended' | 'cherry-picked'; branch?: string };
    push?: { branch: string };
    branch?: { ref: string; action: 'merged' | 'rebased' };
    pr?: { number: number; url?: string; action: PullRequestAction };
  };
}

export interface ClaudeDesignOutput {
  operation: string;
  content: Data[];
  isError?: boolean;
}

export interface CronCreateOutput {
  id: string;
  humanSchedule: string;
  recurring: boolean;
  durable?: boolean;
  nextFireAt?: number;
}

export interface CronDeleteOutput {
  id: string;
  endedLoopWakeup?: true;
}

export interface CronListOutput {
  jobs: {
    id: string;
    cron: string;
    humanSchedule: string;
    prompt: string;
    recurring?: boolean;
    durable?: boolean;
    nextFireAt?: number;
  }[];
}

export interface EnterPlanModeOutput {
  message: string;
}

export interface EnterWorktreeOutput {
  worktreePath: string;
  worktreeBranch?: string;
  message: string;
}

export interface ExitPlanModeOutput {
  plan: string | null;
  isAgent: boolean;
  filePath?: string;
  hasTaskTool?: boolean;
  planWasEdited?: boolean;
  awaitingLeaderApproval?: boolean;
  requestId?: string;
}

export interface ExitWorktreeOutput {
  action: 'keep' | 'remove';
  originalCwd: string;
  worktreePath: string;
  worktreeBranch?: string;
  tmuxSessionName?: string;
  discardedFiles?: number;
  discardedCommits?: number;
  message: string;
}

export interface FileEditOutput extends FileChange {
  filePath: string;
  oldString: string;
  newString: string;
  userModified: boolean;
  replaceAll: boolean;
}

export interface FileWriteOutput extends FileChange {
  type: 'create' | 'update';
  filePath: string;
  content: string;
  userModified?: boolean;
}

export interface GlobOutput {
  durationMs: number;
  numFiles: number;
  filenames: string[];
  truncated: boolean;
  totalMatches?: number;
  countIsComplete?: boolean;
  timedOut?: boolean;
}

export interface GrepOutput {
  mode?: 'content' | 'files_with_matches' | 'count';
  numFiles: number;
  filenames: string[];
  content?: string;
  numLines?: number;
  numMatches?: number;
  totalFiles?: number;
  totalLines?: number;
  appliedLimit?: number;
  appliedOffset?: number;
  timedOut?: boolean;
}

export interface MonitorOutput {
  taskId: string;
  timeoutMs: number;
  persistent?: boolean;
}

export interface NotebookEditOutput {
  notebook_path: string;
  cell_id?: string;
  cell_type: 'code' | 'markdown';
  language: string;
  edit_mode: string;
  new_source: string;
  old_source?: string;
  original_file: string;
  updated_file: string;
  error?: string;
}

export interface OfferChromeSetupOutput {
  outcome: 'connected' | 'not_now' | 'no_attempt_yet';
}

export interface ProposeGoalOutput {
  condition: string;
  askUser: boolean;
}

export interface ProposeSkillsOutput {
  proposalCount: number;
}

export interface PushNotificationOutput {
  message: string;
  pushSent?: boolean;
  localSent?: boolean;
  disabledReason?: 'config_off' | 'user_present' | 'no_transport';
  sentAt?: string;
}

export interface ReadMcpResourceDirOutput {
  resources: { uri: string; name: string; mimeType?: string }[];
  error?: string;
}

export interface ReadMcpResourceOutput {
  contents: { uri: string; mimeType?: string; text?: string; blobSavedTo?: string }[];
  error?: string;
}

export interface ReadNotificationsOutput {
  notifications: {
    notification_id: string;
    origin: string;
    queued_at: string;
    content: string;
    arrived_at?: string;
  }[];
  remaining: number;
  read_at?: string;
}

export interface RemoteTriggerOutput {
  status: number;
  json: string;
  summary?: string;
}
