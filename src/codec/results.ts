import type { Usage } from './blocks.js';
import type { OpenString, Unlisted } from './openTypes.js';

/** What one model was used for, and what that cost. */
export interface ModelUsage {
  /** Input tokens that were not read from the cache. */
  inputTokens: number;
  /** Output tokens. */
  outputTokens: number;
  /** Thinking tokens. They are part of `outputTokens`. */
  thinkingTokens?: number;
  /** Input tokens read from the prompt cache. */
  cacheReadInputTokens: number;
  /** Input tokens written to the prompt cache. */
  cacheCreationInputTokens: number;
  /** Web searches that the API ran. */
  webSearchRequests: number;
  /** The cost in US dollars. */
  costUSD: number;
  /** The size of the model's context window, in tokens. */
  contextWindow: number;
  /** The most output tokens of one response. */
  maxOutputTokens: number;
}

/** A tool call that was denied. */
export interface PermissionDenial {
  /** The tool that was denied. */
  tool_name: string;
  /** The tool call that was denied. */
  tool_use_id: string;
  /** The input that the model called it with. */
  tool_input: Record<string, unknown>;
}

/** Who caused a message or a result, if it was not one of your messages. */
export interface Origin {
  /** Who it was. */
  kind: OpenString<'human' | 'channel' | 'peer' | 'task-notification'>;
}

interface ResultBase {
  type: 'result';
  /** The id of this message. */
  uuid: string;
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
  usage: Usage;
  /** The tokens and the cost, by model. */
  modelUsage: Record<string, ModelUsage>;
  /** The tool calls that were denied. */
  permission_denials: PermissionDenial[];
  /** Why the run ended. */
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
  /** Who caused this, if it was not one of your messages. */
  origin?: Origin;
  /** How many messages were still waiting when the run ended. */
  queued_turn_count?: number;
  /** The number of this result within the process, starting at 0. */
  result_index?: number;
  /** Milliseconds until the first token. */
  ttft_ms?: number;
}

/** The result of a run that was not cut short. Check `is_error`: the API may still have failed. */
export interface ResultSuccess extends ResultBase {
  subtype: 'success';
  /** The final text of the model, or the text of the error. */
  result: string;
  /** The HTTP status, if the API failed. */
  api_error_status?: number | null;
  /** The answer that matches the JSON schema, if `outputFormat` was set. */
  structured_output?: unknown;
}

/** The result of a run that was cut short: an error, or a limit on turns, cost or retries. */
export interface ResultError extends ResultBase {
  subtype:
    | 'error_during_execution'
    | 'error_max_turns'
    | 'error_max_budget_usd'
    | 'error_max_structured_output_retries'
    | Unlisted;
  /** What went wrong. */
  errors: string[];
}

/** The end of a run: what it answered, what it cost, and whether it failed. */
export type ResultMessage = ResultSuccess | ResultError;
