import type { Usage } from '../../codec/blocks.js';
import type { ModelTotals, UsageTotals } from './usageTypes.js';

const noModelTotals: ModelTotals = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadInputTokens: 0,
  cacheCreationInputTokens: 0,
  webSearchRequests: 0,
  cost: 0,
};

const fields = Object.keys(noModelTotals) as (keyof ModelTotals)[];

/** Nothing used. */
export const noUsage: UsageTotals = {
  models: {},
  cost: 0,
  durationMs: 0,
  apiDurationMs: 0,
  toolCalls: 0,
  estimated: false,
  unpriced: false,
  unknownResponses: 0,
};

/**
 * Adds up usage: of turns, of sessions, of a user. The order does not matter.
 *
 * @param parts - Rows or totals. Leave out rows whose `id` you have counted.
 */
export function addUsage(...parts: readonly UsageTotals[]): UsageTotals {
  return parts.reduce(
    (sum, part) => ({
      models: addModels(sum.models, part.models),
      cost: sum.cost + part.cost,
      durationMs: sum.durationMs + part.durationMs,
      apiDurationMs: sum.apiDurationMs + part.apiDurationMs,
      toolCalls: sum.toolCalls + part.toolCalls,
      estimated: sum.estimated || part.estimated,
      unpriced: sum.unpriced || part.unpriced,
      unknownResponses: sum.unknownResponses + part.unknownResponses,
    }),
    noUsage,
  );
}

type Models = UsageTotals['models'];

export function addModels(a: Models, b: Models): Models {
  return combine(a, b, (x, y) => x + y);
}

/** What `now` has more than `before`. A count that fell was started again, and counts as it is. */
export function subtractModels(now: Models, before: Models): Models {
  const models = combine(now, before, (x, y) => (x < y ? x : x - y));
  return Object.fromEntries(
    Object.entries(models).filter(([name]) => name in now && hasUsage(models[name])),
  );
}

function hasUsage(totals: ModelTotals | undefined): boolean {
  return fields.some((field) => (totals?.[field] ?? 0) > 0);
}

function combine(a: Models, b: Models, change: (a: number, b: number) => number): Models {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(
    names.map((name) => {
      const [one, other] = [a[name] ?? noModelTotals, b[name] ?? noModelTotals];
      const totals = fields.map((field) => [field, change(one[field], other[field])]);
      return [name, Object.fromEntries(totals) as unknown as ModelTotals];
    }),
  );
}

export function costOf(models: Models): number {
  return Object.values(models).reduce((sum, { cost }) => sum + cost, 0);
}

/** `modelUsage` of a result. Frames are not validated, so anything that is no number counts as 0. */
export function readModels(given: unknown): Models {
  if (typeof given !== 'object' || given === null) return {};
  return Object.fromEntries(
    Object.entries(given).map(([name, model]) => {
      const { costUSD, ...counts } = (model ?? {}) as Record<string, unknown>;
      return [name, numbersIn({ ...counts, cost: costUSD })];
    }),
  );
}

/** The `usage` of a response, without a cost. */
export function readResponse(given: unknown): ModelTotals {
  const usage = given as Partial<Usage> | null | undefined;
  return numbersIn({
    inputTokens: usage?.input_tokens,
    outputTokens: usage?.output_tokens,
    cacheReadInputTokens: usage?.cache_read_input_tokens,
    cacheCreationInputTokens: usage?.cache_creation_input_tokens,
    webSearchRequests: usage?.server_tool_use?.web_search_requests,
  });
}

function numbersIn(given: Readonly<Record<string, unknown>>): ModelTotals {
  const totals = fields.map((field) => [field, numberOf(given[field])]);
  return Object.fromEntries(totals) as unknown as ModelTotals;
}

export function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}

/**
 * The tokens in units of one input token. All current models cost five times as much for output and
 * a quarter more for a cache write; a cache read costs a tenth or less.
 */
export function weightOf(totals: ModelTotals): number {
  const { inputTokens, outputTokens, cacheCreationInputTokens, cacheReadInputTokens } = totals;
  return (
    inputTokens + 5 * outputTokens + 1.25 * cacheCreationInputTokens + 0.1 * cacheReadInputTokens
  );
}
