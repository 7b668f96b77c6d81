import type { ResultMessage } from '../../codec/results.js';

/** What a run took: `$0.0123 · 3 turns · 12.4 s`; what the CLI does not tell is left out. */
export function costLine({
  total_cost_usd,
  num_turns,
  duration_ms,
}: Partial<ResultMessage>): string {
  return [
    ...(total_cost_usd === undefined ? [] : [money(total_cost_usd)]),
    ...(num_turns === undefined ? [] : [num_turns === 1 ? '1 turn' : `${num_turns} turns`]),
    ...(duration_ms === undefined ? [] : [duration(duration_ms)]),
  ].join(' · ');
}

/** Why a result counts as failed, in a sentence. */
export function failureOf(result: ResultMessage): string {
  const what = result.terminal_reason ?? result.subtype;
  const said = result.subtype === 'success' ? [result.result] : (result.errors ?? []);
  const why = said.filter(Boolean).join('; ');
  return `The run failed (${what})${why === '' ? '.' : `: ${why}`}`;
}

export function duration(milliseconds: number): string {
  if (milliseconds < 100) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

function money(dollars: number): string {
  return `$${dollars.toFixed(dollars < 1 ? 4 : 2)}`;
}
