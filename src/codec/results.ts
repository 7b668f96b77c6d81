import type { UUID } from 'node:crypto';
import type { NonNullableUsage } from './blocks.js';
import type { ModelUsage } from './usage.js';

/** A tool call that was denied. */
export type PermissionDenial = {
  /** The tool that was denied. */
  tool_name: string;
  /** The tool call that was denied. */
  tool_use_id: string;
  /** The input that the model called it with. */
  tool_input: Record<string, unknown>;
};

/** Who caused a message or a result, if it was not one of your messages. */
export type Origin =
  | { kind: 'human' | 'coordinator' | 'unclassified' | 'auto-continuation' | 'observer-activity' }
  | {
      kind: 'channel';
      /** The MCP server of the channel. */
      server: string;
    }
  | {
      kind: 'peer';
      /** The address of the other session. */
      from: string;
      /** Whether the other session asks for permissions. */
      fromMode?: 'bypass' | 'prompting';
      /** Its name. */
      name?: string;
      /** Its id. */
      fromSession?: string;
      /** The task in it that wrote the message. */
      senderTaskId?: string;
      /** The message as it was written. */
      body?: string;
      /** The process id of the other session, if the system vouches for it. */
      verifiedPeerPid?: number;
    }
  | {
      kind: 'task-notification';
      /** What caused the notification, if no task did. */
      subkind?: 'scheduled-trigger' | 'peer-send-message' | 'projects-relay' | 'session-inbox';
      /** Why a schedule fired. */
      fireReason?: string;
      /** The run that it belongs to. */
      runId?: string;
    }
  | {
      kind: 'observer';
      /** The observer. */
      from: string;
      /** The task of the observer. */
      senderTaskId: string;
    };

/** Why a run ended. */
export type TerminalReason =
  | 'completed'
  | 'api_error'
  | 'model_error'
  | 'image_error'
  | 'prompt_too_long'
  | 'max_turns'
  | 'budget_exhausted'
  | 'blocking_limit'
  | 'rapid_refill_breaker'
  | 'aborted_streaming'
  | 'aborted_tools'
  | 'hook_stopped'
  | 'stop_hook_prevented'
  | 'tool_deferred'
  | 'tool_deferred_unavailable'
  | 'background_requested'
  | 'malformed_tool_use_exhausted'
  | 'structured_output_retry_exhausted'
  | 'turn_setup_failed';

/** Whether the fast mode is on. It pauses by itself when its limit is reached. */
export type FastModeState = 'off' | 'cooldown' | 'on';

/** Why the fast mode is not available. */
export type FastModeDisabledReason =
  | 'free'
  | 'preference'
  | 'extra_usage_disabled'
  | 'network_error'
  | 'not_first_party'
  | 'disabled_by_env'
  | 'model_not_allowed'
  | 'sdk_opt_in_required'
  | 'pending'
  | 'unknown';

/** Why the CLI refused to start the session. */
export type StartupFailureReason =
  | 'org_pin_api_key_conflict'
  | 'org_pin_mismatch'
  | 'org_verify_failed'
  | 'org_config_refused'
  | 'org_config_required_unavailable'
  | 'provider_not_allowed'
  | 'managed_settings_invalid'
  | 'managed_settings_not_delivered'
  | 'remote_settings_required_unavailable'
  | 'gateway_signin_required'
  | 'gateway_access_denied'
  | 'proxy_invalid'
  | 'temp_dir_unusable'
  | 'cwd_unavailable'
  | 'shell_tool_missing'
  | 'session_held_by_background'
  | 'worktree_resume_refused'
  | 'worktree_unverified'
  | 'cli_version_too_old'
  | 'bypass_root'
  | 'sandbox_required_unavailable'
  | 'initialize_not_first'
  | 'config_file_invalid';

/** A tool call that a hook put off. */
export type DeferredToolUse = {
  /** The tool call. */
  id: string;
  /** The tool. */
  name: string;
  /** The input that the model called it with. */
  input: Record<string, unknown>;
};

type ResultBase = {
  type: 'result';
  /** The id of this message. */
  uuid: UUID;
  /** The conversation; pass it as `resume` to continue. */
  session_id: string;
  /**
   * Whether the run failed. Check this rather than `subtype`: a failed API call is a "success" with
   * `is_error`.
   */
  is_error: boolean;
  /** How long the run took, in milliseconds. */
  duration_ms: number;
  /** How much of that was spent waiting for the API. */
  duration_api_ms: number;
  /** How many requests went to the model. */
  num_turns: number;
  /** Why the last response of the model ended. */
  stop_reason: string | null;
  /** The estimated cost of the session so far, in US dollars: a running total, not this run's. */
  total_cost_usd: number;
  /** The tokens used. */
  usage: NonNullableUsage;
  /** The tokens and the cost, by model. */
  modelUsage: Record<string, ModelUsage>;
  /** The tool calls that were denied. */
  permission_denials: PermissionDenial[];
  /** Why the run ended. */
  terminal_reason?: TerminalReason;
  /** The message that this result answers, by the uuid it was sent with. */
  user_message_uuid?: string;
  /** The messages that this result answers, by the uuid they were sent with. */
  user_message_uuids?: string[];
  /** Why the run went on without a message of yours. */
  resume_reason?: string;
  /** Who caused this, if it was not one of your messages. */
  origin?: Origin;
  /** How many messages were still waiting when the run ended. */
  queued_turn_count?: number;
  /** The number of this result within the process, starting at 0. */
  result_index?: number;
  /** When the login expires, as an ISO date. */
  credential_expires_at?: string;
  /** Whether the fast mode is on. */
  fast_mode_state?: FastModeState;
  /** Why the fast mode is not available. */
  fast_mode_disabled_reason?: FastModeDisabledReason;
};

type QueuedBehind = 'durable_post' | 'ephemeral_post' | 'retry_backoff' | 'hold' | 'none';

/** The result of a run that was not cut short. Check `is_error`: the API may still have failed. */
export type ResultSuccess = ResultBase & {
  subtype: 'success';
  /** The final text of the model, or the text of the error. */
  result: string;
  /** The HTTP status, if the API failed. */
  api_error_status?: number | null;
  /** The answer that matches the JSON schema, if `outputFormat` was set. */
  structured_output?: unknown;
  /** The tool call that a hook put off, if that ended the run. */
  deferred_tool_use?: DeferredToolUse;
  /** The slash command that the CLI ran itself, without the model. */
  local_command?: string;
  /** Milliseconds until the first token. */
  ttft_ms?: number;
  /** Milliseconds until the first event of the stream. */
  ttft_stream_ms?: number;
  /** Milliseconds until the request was sent. */
  time_to_request_ms?: number;
  /** Milliseconds from the start of the process until the request was sent. */
  time_to_request_from_spawn_ms?: number;
  /** When the request was sent, in milliseconds since 1970. */
  request_sent_wall_ms?: number;
  /** Milliseconds until the first frame with content. */
  first_content_frame_ms?: number;
  /** Milliseconds until a remote session sent its first stream event. */
  first_stream_post_ms?: number;
  /** Milliseconds until that was confirmed. */
  first_stream_post_ack_ms?: number;
  /** Milliseconds that it waited in the queue. */
  first_stream_post_queue_wait_ms?: number;
  /** What it waited for. */
  first_stream_post_queued_behind?: QueuedBehind;
  /** When it was sent, in milliseconds since 1970. */
  first_stream_post_wall_ms?: number;
  /** Milliseconds until a remote session sent its first text. */
  first_text_post_ms?: number;
  /** Milliseconds that it waited in the queue. */
  first_text_post_queue_wait_ms?: number;
  /** What it waited for. */
  first_text_post_queued_behind?: QueuedBehind;
  /** When it was sent, in milliseconds since 1970. */
  first_text_post_wall_ms?: number;
  /** Whether a process that was started early took the session. */
  warm_spare_claimed?: boolean;
  /** When the clock of these times started, in milliseconds since 1970. */
  time_origin_ms?: number;
};

/** The result of a run that was cut short: an error, or a limit on turns, cost or retries. */
export type ResultError = ResultBase & {
  subtype:
    | 'error_during_execution'
    | 'error_max_turns'
    | 'error_max_budget_usd'
    | 'error_max_structured_output_retries';
  /** What went wrong. */
  errors: string[];
  /** Why the session could not start, if that is what went wrong. */
  startup_failure_reason?: StartupFailureReason;
  /** The config file of the CLI that cannot be read, if that is what went wrong. */
  invalid_config_file?: {
    path: string;
    is_global: boolean;
    backup_searched: boolean;
    backup_path?: string;
  };
};

/** The end of a run: what it answered, what it cost, and whether it failed. */
export type ResultMessage = ResultSuccess | ResultError;
