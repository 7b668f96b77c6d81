import { isObject } from '../../codec/jsonObject.js';
import type { ResultMessage } from '../../codec/results.js';
import { jsonText } from '../../util/roughSize.js';
import { oneLine } from '../terminal.js';
import { formatMoney } from './RunMeter.js';

/**
 * Cost, turns and time of a run: `$0.0123 · 3 turns · 12.4 s`. Omits what the CLI did not report. In a
 * chat, the cost is that of the last message, and then of all: `$0.0003 ($0.0017 in all)`.
 */
export function costLine(
  { total_cost_usd, num_turns, duration_ms }: Partial<ResultMessage>,
  costBefore = 0,
): string {
  return [
    ...(isNumber(total_cost_usd) ? [costText(total_cost_usd, costBefore)] : []),
    ...(isNumber(num_turns) ? [num_turns === 1 ? '1 turn' : `${num_turns} turns`] : []),
    ...(isNumber(duration_ms) ? [durationText(duration_ms)] : []),
  ].join(' · ');
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function costText(total: number, before: number): string {
  if (before === 0) return formatMoney(total);
  return `${formatMoney(Math.max(0, total - before))} (${formatMoney(total)} in all)`;
}

/** Why a run failed, in one sentence. */
export function failureSentence(result: ResultMessage): string {
  const reason = result.terminal_reason ?? result.subtype;
  const messages = result.subtype === 'success' ? [result.result] : (result.errors ?? []);
  const details = messages.filter(Boolean).join('; ');
  return `The run failed (${reason})${details === '' ? '.' : `: ${details}`}`;
}

export function durationText(milliseconds: number): string {
  if (milliseconds < 100) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** The input fields that best describe what a tool is about to do, the best first. */
const descriptiveFields = [
  'command',
  'file_path',
  'notebook_path',
  'path',
  'pattern',
  'url',
  'query',
  'description',
  'prompt',
];

/** A tool call on one line, such as `Bash git status`. */
export function toolLine(name: string, input: unknown, width: number): string {
  return oneLine(`${name} ${describeInput(input)}`, width);
}

function describeInput(input: unknown): string {
  if (!isObject(input)) return '';
  const field = descriptiveFields.find((one) => typeof input[one] === 'string');
  if (field !== undefined) return String(input[field]);
  return Object.keys(input).length > 0 ? (jsonText(input) ?? '') : '';
}
