import type { Row } from './rows.js';
import { contentText, numberIn, objectOf, parseObject, shownText, textIn } from './story/json.js';
import { turnErrorOf } from './story/turnError.js';

/** What a list says about a session or query. What is hidden is absent. */
export interface SessionSummary {
  /** The first words of the first prompt. */
  prompt?: string;
  model?: string;
  /** The working folder. */
  cwd?: string;
  costUsd?: number;
  turns: number;
  errors: number;
  /**
   * Why it failed, or why its last turn did: the code of the last error, and its message if content
   * is shown.
   */
  failure?: SessionFailure;
}

export interface SessionFailure {
  code: string;
  message?: string;
  /** Only the last turn failed. The session can go on. */
  isOfTurn?: true;
}

const maxPrompt = 120;
const maxMessage = 400;

/** Updates the summary of the actor that a row belongs to. Reads only the few frames that matter. */
export function summarizeRow(actor: { summary?: SessionSummary }, row: Row): void {
  if (row.kind === 'problem' && row.level === 'error') {
    const summary = summaryOf(actor);
    summary.errors += 1;
    // The result of the turn has already said what went wrong.
    if (row.code !== 'ErrorResult') summary.failure = failureOf(row);
  }
  if (row.kind !== 'frame') return;
  const { dir, type, subtype, text } = row;
  if (dir === 'in' && (type === 'user' || type === 'prompt')) {
    const summary = summaryOf(actor);
    summary.turns += 1;
    if (summary.failure?.isOfTurn) delete summary.failure;
    if (summary.prompt !== undefined || summary.turns > 1) return;
    const frame = parseObject(text);
    const prompt = shownText(frame.text) ?? contentText(objectOf(frame.message).content);
    if (prompt !== undefined) summary.prompt = firstWords(prompt);
  } else if (dir === 'out' && type === 'system' && subtype === 'init') {
    const { model, cwd } = parseObject(text);
    const known = { model: textIn(model), cwd: shownText(cwd) };
    if (known.model !== undefined) summaryOf(actor).model = known.model;
    if (known.cwd !== undefined) summaryOf(actor).cwd = known.cwd;
  } else if (dir === 'out' && type === 'result') {
    const frame = parseObject(text);
    const cost = numberIn(frame.total_cost_usd);
    if (cost !== undefined) summaryOf(actor).costUsd = cost;
    const error = turnErrorOf(frame);
    if (error) summaryOf(actor).failure = { ...failureOf(error), isOfTurn: true };
  }
}

function failureOf({ code, message }: { code: string; message?: string }): SessionFailure {
  return { code, ...(message !== undefined && { message: message.slice(0, maxMessage) }) };
}

function summaryOf(actor: { summary?: SessionSummary }): SessionSummary {
  actor.summary ??= { turns: 0, errors: 0 };
  return actor.summary;
}

function firstWords(prompt: string): string {
  const line = prompt.trim().replace(/\s+/g, ' ');
  if (line.length <= maxPrompt) return line;
  return `${line.slice(0, maxPrompt).replace(/\s+\S*$/, '')}…`;
}
