import type { HookFields } from './hookFields.js';

/** The fields of every hook input. */
export type HookInputBase = {
  /** The conversation that the event belongs to. */
  session_id: string;
  /** The file in which the CLI keeps the conversation. */
  transcript_path: string;
  /** The working directory of the CLI. */
  cwd: string;
  /** The prompt that caused the event. Absent until the first prompt of the process. */
  prompt_id?: string;
  /** How tool calls are permitted. */
  permission_mode?: string;
  /** The subagent that the event comes from. Absent on the main thread. */
  agent_id?: string;
  /**
   * The type of the agent. Set inside a subagent, and on the main thread of a session that was
   * started with an agent.
   */
  agent_type?: string;
  /** The effort level of the turn. */
  effort?: { level: string };
};

/** The events you can register hooks for. Events of newer CLIs are passed on as well. */
export type HookEvent = keyof HookFields;

/** The input of each hook event, by the name of the event. */
export type HookInputs = {
  [E in HookEvent]: HookInputBase & { hook_event_name: E } & HookFields[E];
};

/** The input of a hook. Narrow it by `hook_event_name`. */
export type HookInput = HookInputs[HookEvent];
