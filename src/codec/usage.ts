/** What one model was used for, and what that cost. */
export type ModelUsage = {
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
  /** How many of these are cached for five minutes. */
  cacheCreationEphemeral5mInputTokens?: number;
  /** How many of these are cached for an hour. */
  cacheCreationEphemeral1hInputTokens?: number;
  /** Web searches that the API ran. */
  webSearchRequests: number;
  /** The cost in US dollars. */
  costUSD: number;
  /** The size of the model's context window, in tokens. */
  contextWindow: number;
  /** The most output tokens of one response. */
  maxOutputTokens: number;
  /** The model's name without a version or a provider's prefix. */
  canonicalModel?: string;
  /** Who served it. */
  provider?: string;
  /** Whether `costUSD` uses list prices or prices from a managed setting. */
  costBasis?: 'list' | 'managed' | 'unknown';
};

/** What a session has done and cost so far. */
export type SessionUsage = {
  /** The estimated cost, in US dollars. */
  total_cost_usd: number;
  /** The time spent waiting for the API, in milliseconds. */
  total_api_duration_ms: number;
  /** How long the session has been running, in milliseconds. */
  total_duration_ms: number;
  /** Lines of code that were added. */
  total_lines_added: number;
  /** Lines of code that were removed. */
  total_lines_removed: number;
  /** The tokens and the cost, by model. */
  model_usage: Record<string, ModelUsage>;
};

/** Usage beyond the plan, which is paid for separately. */
export type ExtraUsage = {
  /** Whether it is turned on. */
  is_enabled: boolean;
  /** The most it may cost in a month; null for no limit. */
  monthly_limit: number | null;
  /** What it has cost this month. */
  used_credits: number | null;
  /** How much of the limit is used, in percent. */
  utilization: number | null;
  /** The currency of the amounts. */
  currency?: string | null;
};

type Named = {
  /** The name for display. */
  display_name: string;
};

/** What a session has used, and how much of the plan is left. */
export type UsageReport = {
  /** The session. */
  session: SessionUsage;
  /** The limits of the plan; null if there are none, as with an API key. */
  rate_limits: {
    /** The limits; null if they are not known. */
    limits:
      | {
          /** The kind of limit. */
          kind: string;
          /** The group that the limit belongs to, for display. */
          group: string;
          /** How much of it is used. */
          percent: number;
          /** When it starts over, as an ISO date. */
          resets_at: string | null;
          /** What it applies to, if not to everything. */
          scope?: { model?: Named | null; surface?: Named | null } | null;
          /** How urgent it is. */
          severity: string;
          /** Whether it is the limit that applies now. */
          is_active: boolean;
        }[]
      | null;
    /** Usage beyond the plan. */
    extra_usage?: ExtraUsage | null;
  } | null;
};

/** One part of the context window. */
export type ContextUsageCategory = {
  /** The name of the category, such as `Messages`. */
  name: string;
  /** Its tokens. */
  tokens: number;
  /** Whether it is in use, free, reserved, or loaded only when it is needed. */
  kind: 'used' | 'free' | 'buffer' | 'deferred';
};

/** What fills the context window, as an assistant message carries it. */
export type ContextSnapshot = {
  /** The model. */
  model: string;
  /** The tokens in use. */
  total_tokens: number;
  /** The size of the context window. */
  raw_max_tokens: number;
  /** How much of it is in use, in percent. */
  percentage: number;
  /** Set if there are too many tokens, with the limit that they exceed. */
  over_limit?: { tokens_over: number; kind: 'hard_limit' | 'compaction_window' };
  /** The tokens by category. */
  categories: ContextUsageCategory[];
  /** The tools of MCP servers. */
  mcp_tools: { name: string; server_name: string; tokens: number }[];
  /** Files such as `CLAUDE.md`. */
  memory_files: { path: string; type: string; tokens: number }[];
  /** The subagents that the model can start. */
  agents: { agent_type: string; source: string; tokens: number }[];
  /** The skills. */
  skills?: { name: string; source: string; plugin_name?: string; tokens: number }[];
};
