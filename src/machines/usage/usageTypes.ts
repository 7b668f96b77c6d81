/** The tokens that one model used, and what they cost. */
export interface ModelTotals {
  /** Input tokens that were neither read from the cache nor written to it. */
  inputTokens: number;
  /** Output tokens. */
  outputTokens: number;
  /** Input tokens read from the prompt cache. */
  cacheReadInputTokens: number;
  /** Input tokens written to the prompt cache. */
  cacheCreationInputTokens: number;
  /** Web searches that the API ran. */
  webSearchRequests: number;
  /** The cost in US dollars. */
  cost: number;
}

/** What was used, by a turn, a session or anything else that you add up. */
export interface UsageTotals {
  /** The tokens and the cost, by model. */
  models: Readonly<Record<string, ModelTotals>>;
  /** The cost of all models in US dollars. */
  cost: number;
  /** How long the turns took, in milliseconds. */
  durationMs: number;
  /** How much of that was spent waiting for the API. Requests that ran at once count each. */
  apiDurationMs: number;
  /** How many tools the model called, in subagents too. */
  toolCalls: number;
  /**
   * Whether a part was taken from the transcript after a process had died. The tokens are those of
   * the API; the cost is estimated from the prices of earlier results.
   */
  estimated: boolean;
  /** Whether some tokens have no cost here, because no result told the price of their model. */
  unpriced: boolean;
  /** How many responses of the API may be missing: they were cut short, so nobody knows. */
  unknownResponses: number;
}

/** What was used since the row before. Rows can be added up; count each `id` once. */
export interface UsageRow extends UsageTotals {
  /** The same whoever creates the row: the uuid of a result, or made of a message's id. */
  id: string;
  /** The conversation. */
  sessionId: string | undefined;
  /** When the row was created, in milliseconds since 1970. */
  at: number;
}

/** An entry of a transcript, as far as usage is concerned. Anything else in a transcript is ignored. */
export interface TranscriptEntry {
  /** Only entries of the type `assistant` count. */
  type?: unknown;
  /** When it was written, as in ISO 8601. */
  timestamp?: unknown;
  /** The response of the API, with `id`, `model`, `usage` and `stop_reason`. */
  message?: unknown;
}
