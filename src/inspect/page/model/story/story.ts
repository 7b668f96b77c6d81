/**
 * What a session did, as a reader would tell it: turns with their blocks, and spans of time. Every
 * part has the number of the row that began it (`n`), so that a view can jump to the row, or fade
 * what lies after the cursor.
 */
export interface Story {
  turns: StoryTurn[];
  /** What happened before the first turn. */
  before: StoryNotice[];
  /** All errors and warnings, wherever they stand, in order. */
  problems: StoryNotice[];
  /** In the order of their start. */
  spans: StorySpan[];
  /** When something was last written or read. */
  lastActivityAt: number;
  /** Grows with every change, so that a view knows whether to draw again. */
  revision: number;
}

export interface StoryTurn {
  /** The uuid of the message, or a made-up id if no message began the turn. */
  id: string;
  /** `turn 2` if it is the second message's, as its actor is called. `unprompted turn` if no message began it. */
  name: string;
  n: number;
  startedAt: number;
  endedAt?: number;
  /** `discarded`: the program took its message back. `lost`: the CLI ended before its result. */
  state: 'open' | 'done' | 'failed' | 'interrupted' | 'discarded' | 'lost';
  /** Undefined if it is hidden, or if no message began the turn. */
  prompt?: string;
  /** What began the turn: a message, or the CLI on its own, such as after a background task. */
  trigger: 'message' | 'cli';
  blocks: StoryBlock[];
  tokens?: TurnTokens;
  costUsd?: number;
  /** The name of the turn whose result also answers this one. */
  answeredWith?: string;
  /** Why the turn failed. */
  error?: Problem;
  /** Grows with every change to the turn or its blocks. */
  revision: number;
}

export interface TurnTokens {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

export type StoryBlock = StoryText | StoryTool | StoryTask | StoryNotice;

export interface StoryText {
  kind: 'text' | 'thinking';
  n: number;
  at: number;
  endedAt?: number;
  /** Undefined if it is hidden. */
  text?: string;
}

export interface StoryTool {
  kind: 'tool';
  n: number;
  id: string;
  name: string;
  /** Empty if it is hidden. */
  input: unknown;
  startedAt: number;
  endedAt?: number;
  outcome?: Outcome;
  /** Undefined if it is hidden. */
  result?: string;
  /** Who was asked about the call, in order. */
  decisions: ToolDecision[];
  /** What the subagent did that this call started. */
  children: StoryBlock[];
  task?: StoryTask;
}

/** A subagent, or something that runs in the background while the turn goes on or ends. */
export interface StoryTask {
  kind: 'task';
  n: number;
  id: string;
  /** Undefined if it is hidden. */
  description?: string;
  taskType?: string;
  /** Older CLIs do not say. */
  isBackground?: boolean;
  startedAt: number;
  endedAt?: number;
  outcome?: Outcome;
  tokens?: number;
  toolUses?: number;
}

/** Something to know that is not part of the conversation. */
export interface StoryNotice extends Problem {
  kind: 'notice';
  n: number;
  at: number;
  level: 'error' | 'warning' | 'info';
}

export interface Problem {
  /** Such as `ProcessError` or `rate_limit`. */
  code: string;
  /** Undefined if it is hidden. */
  message?: string;
  remedy?: string;
}

/**
 * Who let a tool run or refused it. `passed`: was asked and left the decision to others. `failed`:
 * was asked, but its answer was an error. `pending`: has not answered yet. `unanswered`: nobody
 * waits for the answer any more, such as after a timeout or an interrupt.
 */
export interface ToolDecision {
  by: 'hook' | 'callback' | 'rule' | 'mode' | 'cli';
  /** Such as `hook PreToolUse Bash`, `permission callback` or `mode bypassPermissions`. */
  name: string;
  verdict: 'allowed' | 'refused' | 'asked' | 'passed' | 'failed' | 'pending' | 'unanswered';
  /** In the words of whoever decided. Undefined if it is hidden. */
  reason?: string;
  /** What else is to be said, such as `with a changed input`. Never content. */
  remark?: string;
  /** The input that the tool gets instead of the model's. Undefined if it is hidden or the same. */
  changedInput?: unknown;
  n: number;
  at: number;
  /** How long it took to decide, if anybody was waited for. */
  ms?: number;
}

/** The rows of a timeline, from top to bottom. */
export const lanes = [
  'turn',
  'tool',
  'hook',
  'permission',
  'mcp',
  'request',
  'task',
  'silence',
] as const;

export type Lane = (typeof lanes)[number];
export type Outcome = 'ok' | 'failed' | 'refused' | 'cancelled';

/** Something that took time. It is still going on if it has no end. */
export interface StorySpan {
  id: string;
  lane: Lane;
  /** Says what it is: `hook PreToolUse Bash`, `permission Write`, `turn 2`, `request interrupt`. */
  name: string;
  n: number;
  startedAt: number;
  endN?: number;
  endedAt?: number;
  outcome?: Outcome;
}
