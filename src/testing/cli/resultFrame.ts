import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../codec/jsonObject.js';
import type { CliTurn } from './CliTurn.js';
import { fastModeOff } from './capabilities.js';
import type { Cli } from './cli.js';
import type { Traits } from './traits.js';
import { resultUsage } from './UsageMeter.js';

/** How a turn ended. */
export type Ending =
  | { kind: 'completed' }
  | { kind: 'hookStopped' }
  | { kind: 'promptBlocked'; text: string }
  | { kind: 'command'; name: string; text: string }
  | { kind: 'apiError'; status: number | null; type: string; text: string }
  | { kind: 'maxTurns' }
  | { kind: 'maxBudget' }
  | { kind: 'misshapen' }
  | { kind: 'aborted'; during: 'streaming' | 'tools' };

/** Endings of turns that did not ask the model. */
const withoutModel: ReadonlySet<Ending['kind']> = new Set(['promptBlocked', 'command']);

/** The result of a turn, with the session's current figures. */
export function resultFrame(cli: Cli, turn: CliTurn, ending: Ending, index: number): JsonObject {
  const { traits, meter, tasks } = cli;
  const outcome = outcomeOf(cli, turn, ending);
  const succeeded = ending.kind === 'completed' || ending.kind === 'hookStopped';
  const base = {
    type: 'result',
    ...outcome,
    duration_ms: cli.timers.now() - turn.startedAt,
    duration_api_ms: meter.apiMilliseconds,
    num_turns: withoutModel.has(ending.kind) ? 0 : 1 + turn.userFrames,
    total_cost_usd: meter.cost,
    usage: resultUsage(traits, turn.tokens),
    modelUsage: meter.modelUsage(),
    permission_denials: turn.denials,
    fast_mode_state: 'off',
    ...(succeeded && { ttft_ms: 1, ttft_stream_ms: 1, time_to_request_ms: 1 }),
    ...(turn.origin && { origin: turn.origin }),
  };
  if (!traits.recent) return base;
  return {
    ...base,
    ...fastModeOff,
    subagent_stats: tasks.stats(),
    safety_stops: 0,
    ...(succeeded && { first_content_frame_ms: 1 }),
    ...turn.messageIds(),
    ...(succeeded && turn.uuids.length > 0 && requestFields(cli, turn)),
    queued_turn_count: 0,
    result_index: index,
    model_usage_since_last_result: meter.takeSinceResult(),
  };
}

function requestFields({ timers }: Cli, { tokens }: CliTurn): JsonObject {
  return {
    request_sent_wall_ms: timers.now(),
    first_request_input_tokens: tokens.input,
    first_request_cache_read_input_tokens: 0,
  };
}

function outcomeOf({ traits, flags }: Cli, turn: CliTurn, ending: Ending): JsonObject {
  const stop_reason = turn.stopReason;
  switch (ending.kind) {
    case 'completed':
      return {
        ...success(turn.structured ? JSON.stringify(turn.structured) : turn.lastText, false),
        ...(turn.structured && { structured_output: turn.structured }),
        stop_reason,
        api_error_status: null,
        terminal_reason: 'completed',
      };
    case 'hookStopped':
      if (turn.deferred) {
        const why = 'tool_deferred';
        const fields = { stop_reason: why, terminal_reason: why, deferred_tool_use: turn.deferred };
        return { ...success('', false), ...fields };
      }
      return {
        ...success('', false),
        stop_reason,
        api_error_status: null,
        terminal_reason: 'hook_stopped',
      };
    case 'command': {
      const fields = traits.recent && { local_command: ending.name };
      return { ...success(ending.text, false), stop_reason: null, ...fields };
    }
    case 'promptBlocked':
      return { ...success(ending.text, false), stop_reason: null };
    case 'apiError':
      return {
        ...success(ending.text, true),
        stop_reason: 'stop_sequence',
        api_error_status: ending.status,
        ...(traits.recent && ending.status !== null && { api_error_type: ending.type }),
        terminal_reason: traits.recent ? 'api_error' : 'completed',
      };
    case 'maxTurns': {
      const errors = [`Reached maximum number of turns (${flags.maxTurns})`];
      return { ...failure('error_max_turns', errors), stop_reason, terminal_reason: 'max_turns' };
    }
    case 'maxBudget': {
      const errors = [`Reached maximum budget ($${flags.maxBudgetUsd})`];
      const fields = traits.recent && { terminal_reason: 'budget_exhausted' };
      return { ...failure('error_max_budget_usd', errors), stop_reason, ...fields };
    }
    case 'misshapen': {
      const { structuredErrors } = turn;
      const last = traits.recent
        ? ` — last StructuredOutput error: ${structuredErrors.at(-1)}`
        : '';
      const failed = `Failed to provide valid structured output after ${structuredErrors.length} attempts`;
      const fields = traits.recent && { terminal_reason: 'structured_output_retry_exhausted' };
      const subtype = 'error_max_structured_output_retries';
      return { ...failure(subtype, [failed + last]), stop_reason, ...fields };
    }
    case 'aborted': {
      const seen = `result_type=user last_content_type=n/a stop_reason=${stop_reason}`;
      return {
        ...failure('error_during_execution', [`[ede_diagnostic] ${seen}`]),
        stop_reason,
        terminal_reason: `aborted_${ending.during}`,
      };
    }
  }
}

/** The only frame of a process that cannot start its session. */
export function startErrorFrame(traits: Traits, sessionId: string, error: string): JsonObject {
  return {
    type: 'result',
    ...failure('error_during_execution', [error]),
    duration_ms: 0,
    duration_api_ms: 0,
    num_turns: 0,
    stop_reason: null,
    session_id: sessionId,
    total_cost_usd: 0,
    usage: resultUsage(traits, { input: 0, output: 0 }),
    modelUsage: {},
    permission_denials: [],
    ...(traits.recent && { result_index: 0 }),
    uuid: randomUUID(),
  };
}

const success = (result: string, is_error: boolean) => ({ subtype: 'success', is_error, result });
const failure = (subtype: string, errors: string[]) => ({ subtype, is_error: true, errors });
