import type { OpenString, Usage } from './blocks.js';
import type { Unlisted } from './openTypes.js';

export interface ModelUsage {
  inputTokens: number;
  outputTokens: number;
  thinkingTokens?: number;
  cacheReadInputTokens: number;
  cacheCreationInputTokens: number;
  webSearchRequests: number;
  costUSD: number;
  contextWindow: number;
  maxOutputTokens: number;
}

export interface PermissionDenial {
  tool_name: string;
  tool_use_id: string;
  tool_input: Record<string, unknown>;
}

/** Who caused a message or a result, where it was not a message of ours. */
export interface Origin {
  kind: OpenString<'human' | 'channel' | 'peer' | 'task-notification'>;
}

interface ResultBase {
  type: 'result';
  uuid: string;
  session_id: string;
  /** Outranks `subtype`: a failed API call is a "success" with `is_error`. */
  is_error: boolean;
  duration_ms: number;
  duration_api_ms: number;
  num_turns: number;
  stop_reason: string | null;
  total_cost_usd: number;
  usage: Usage;
  modelUsage: Record<string, ModelUsage>;
  permission_denials: PermissionDenial[];
  terminal_reason?: OpenString<
    | 'completed'
    | 'api_error'
    | 'max_turns'
    | 'budget_exhausted'
    | 'aborted_streaming'
    | 'aborted_tools'
    | 'hook_stopped'
    | 'stop_hook_prevented'
  >;
  /** The messages that this result answers, by the uuid they were sent with. */
  user_message_uuids?: string[];
  origin?: Origin;
  queued_turn_count?: number;
  result_index?: number;
  ttft_ms?: number;
}

export interface ResultSuccess extends ResultBase {
  subtype: 'success';
  result: string;
  api_error_status?: number | null;
  structured_output?: unknown;
}

export interface ResultError extends ResultBase {
  subtype:
    | 'error_during_execution'
    | 'error_max_turns'
    | 'error_max_budget_usd'
    | 'error_max_structured_output_retries'
    | Unlisted;
  errors: string[];
}

export type ResultMessage = ResultSuccess | ResultError;
