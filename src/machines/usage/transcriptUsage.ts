import { addModels, costOf, noUsage, readResponse, weightOf } from './usageTotals.js';
import type { ModelTotals, TranscriptEntry, UsageRow, UsageTotals } from './usageTypes.js';

/** A response of the API that no result has accounted for. */
export interface OpenResponse {
  id: string;
  model: string;
  /** Its final figures; undefined if only its start is known. */
  final: ModelTotals | undefined;
  /** Whether it is known to be complete, so that another one may have been in flight. */
  isComplete?: boolean | undefined;
}

/** What is known besides the transcript. */
export interface EstimateFacts {
  /** Entries up to this time are accounted for: the time of the last row, or of the start. */
  since: number;
  /** The time of the new row: now. */
  at: number;
  /** The conversation. */
  sessionId: string | undefined;
  /** Earlier usage, which tells the prices and the names of the models. */
  before?: UsageTotals;
  /** Responses that were seen since the last row. */
  responses?: readonly OpenResponse[];
  /** At most how many responses the API was working on when the process died. */
  inFlight?: number;
  /** How many tools were called since the last row. */
  toolCalls?: number;
}

/**
 * The usage that no result reports, because the process died first: a row that is `estimated`, or
 * undefined if there is none. Call it with the transcript of the conversation and those of its
 * subagents.
 *
 * @param entries - The entries of the transcripts, in any order.
 * @param facts - `since`: the time of the last row, or of the start of the process.
 */
export function estimateUsage(
  entries: Iterable<TranscriptEntry>,
  {
    since,
    at,
    sessionId,
    before = noUsage,
    responses = [],
    inFlight = 0,
    toolCalls = 0,
  }: EstimateFacts,
): UsageRow | undefined {
  const found = new Map(responses.map((response) => [response.id, response]));
  for (const entry of entries) {
    const response = responseIn(entry);
    if (!response) continue;
    const { id, model, final, time } = response;
    const known = found.get(id);
    if (!known && !(time > since)) continue;
    found.set(id, { ...known, id, model, final: larger(known?.final, final) });
  }
  const all = [...found.values()];
  const unknown = all.filter(({ final }) => !final);
  const complete = unknown.filter(({ isComplete }) => isComplete).length;
  const unknownResponses = complete + Math.max(inFlight, unknown.length - complete);
  if (all.length === 0 && unknownResponses === 0) return undefined;
  const models = all.reduce<UsageTotals['models']>((sum, { model, final }) => {
    if (!final) return sum;
    const name = nameOf(model, before.models);
    const price = priceOf(before.models[name]);
    return addModels(sum, { [name]: { ...final, cost: (price ?? 0) * weightOf(final) } });
  }, {});
  return {
    ...noUsage,
    id: `${sessionId ?? 'session'}/${all[0]?.id ?? since}`,
    sessionId,
    at,
    models,
    cost: costOf(models),
    toolCalls,
    estimated: true,
    unpriced: Object.keys(models).some((name) => priceOf(before.models[name]) === undefined),
    unknownResponses,
  };
}

function responseIn({ type, timestamp, message }: TranscriptEntry) {
  if (type !== 'assistant' || typeof message !== 'object' || message === null) return undefined;
  const { id, model, usage, stop_reason } = message as Record<string, unknown>;
  // The CLI writes answers of its own, such as errors, in the name of this model.
  if (typeof id !== 'string' || typeof model !== 'string' || model === '<synthetic>') {
    return undefined;
  }
  // Until the response is complete, the transcript has its first figures.
  const final = typeof stop_reason === 'string' ? readResponse(usage) : undefined;
  return { id, model, final, time: Date.parse(String(timestamp)) };
}

/** A copy in a fork or after a compaction has no figures. */
function larger(a: ModelTotals | undefined, b: ModelTotals | undefined): ModelTotals | undefined {
  return a && b ? (weightOf(b) > weightOf(a) ? b : a) : (a ?? b);
}

/** Results may name a model with its context window: `claude-opus-4-8[1m]`. */
function nameOf(model: string, models: UsageTotals['models']): string {
  const named = Object.keys(models).filter((name) => name.replace(/\[.*$/, '') === model);
  return named.at(-1) ?? model;
}

function priceOf(totals: ModelTotals | undefined): number | undefined {
  const weight = totals ? weightOf(totals) : 0;
  return totals && weight > 0 && totals.cost > 0 ? totals.cost / weight : undefined;
}
