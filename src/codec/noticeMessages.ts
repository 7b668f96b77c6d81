import type { SlashCommand } from './controlAnswers.js';
import type { SystemBase } from './systemMessages.js';

// System messages about single events: they report something, and no other message depends on them.

/** The CLI is working on a control request that takes long. */
export type ControlRequestProgressMessage = SystemBase<'control_request_progress'> & {
  /** The control request. */
  request_id: string;
  /** Whether the work has begun, or an API request for it is sent again. */
  status: 'started' | 'api_retry';
  /** The number of this attempt. */
  attempt?: number;
  /** How often the CLI tries again at most. */
  max_retries?: number;
  /** Milliseconds until the next attempt. */
  retry_delay_ms?: number;
  /** The HTTP status; null if there was no response. */
  error_status?: number | null;
};

type Refusal = {
  /** The model that refused. */
  original_model: string;
  /** The id of the API request. */
  request_id: string | null;
  /** Why the API says it refused, as a category. */
  api_refusal_category?: string | null;
  /** Why the API says it refused, in words. */
  api_refusal_explanation?: string | null;
  /** The message of yours that was refused, by the uuid it was sent with. */
  refused_user_message_uuid?: string | null;
  /** What to tell the user. */
  content: string;
};

/** A model refused to answer, and another one takes over. */
export type ModelRefusalFallbackMessage = SystemBase<'model_refusal_fallback'> &
  Refusal & {
    /** What caused it. */
    trigger: 'refusal';
    /** The other model tries once, gives back, or stays. */
    direction: 'retry' | 'revert' | 'sticky';
    /** Whether the switch is for the session or only for this request. */
    scope?: 'session' | 'local';
    /** The model that takes over. */
    fallback_model: string;
    /** The messages that no longer count. */
    retracted_message_uuids?: string[];
  };

/** A model refused to answer, and no other one takes over. */
export type ModelRefusalNoFallbackMessage = SystemBase<'model_refusal_no_fallback'> & Refusal;

/** How the installation of plugins is doing. */
export type PluginInstallMessage = SystemBase<'plugin_install'> & {
  /** `started` and `completed` are about all plugins, the others about one. */
  status: 'started' | 'installed' | 'failed' | 'completed';
  /** The plugin. */
  name?: string;
  /** Why it failed. */
  error?: string;
};

/** The list of slash commands changed. */
export type CommandsChangedMessage = SystemBase<'commands_changed'> & {
  /** The commands now. */
  commands: SlashCommand[];
};

/** The CLI used its memory. */
export type MemoryRecallMessage = SystemBase<'memory_recall'> & {
  /** Whether it picked memories or wrote a summary of them. */
  mode: 'select' | 'synthesize';
  /** The memories. */
  memories: { path: string; scope: 'personal' | 'team' | 'organization'; content?: string }[];
};

/** The user is done with the page that an MCP server asked to visit. */
export type ElicitationCompleteMessage = SystemBase<'elicitation_complete'> & {
  /** The MCP server. */
  mcp_server_name: string;
  /** The id of the question. */
  elicitation_id: string;
};

/** Entries of the transcript did not reach `sessionStore`. */
export type MirrorErrorMessage = SystemBase<'mirror_error'> & {
  /** What went wrong. */
  error: string;
  /** The transcript. */
  key: { projectKey: string; sessionId: string; subpath?: string };
};

/** The disk is full: what the CLI wrote is lost. */
export type SessionWritesLostMessage = SystemBase<'session_writes_lost'> & {
  /** The error of the operating system. */
  error_code: 'ENOSPC' | 'EDQUOT';
  /** What could not be written. */
  lost: ('transcript' | 'global_config')[];
  /** The conversations whose transcripts have gaps. */
  transcript_session_ids?: string[];
};

export type NoticeMessage =
  | ControlRequestProgressMessage
  | ModelRefusalFallbackMessage
  | ModelRefusalNoFallbackMessage
  | PluginInstallMessage
  | CommandsChangedMessage
  | MemoryRecallMessage
  | ElicitationCompleteMessage
  | MirrorErrorMessage
  | SessionWritesLostMessage;
