import type { ExtraUsage, SessionUsage } from './usage.js';

type Window = {
  /** How much of it is used, in percent. */
  utilization: number | null;
  /** When it starts over, as an ISO date. */
  resets_at: string | null;
};

type Share = {
  /** What it is. */
  name: string;
  /** Its share of the usage, in percent. */
  pct: number;
};

/** How you used the CLI in some period, and what that cost most. */
type Habits = {
  request_count: number;
  session_count: number;
  /** What made requests expensive. */
  behaviors: {
    key:
      | 'cache_miss'
      | 'long_context'
      | 'always_on_context'
      | 'large_tool_results'
      | 'subagent_heavy'
      | 'high_parallel'
      | 'cron'
      | 'workflow'
      | 'max_effort';
    pct: number;
    count: number;
  }[];
  /** What to do about it. */
  recommendations?: { key: string; pct: number; title: string; detail?: string }[];
  /** Prompts that make the CLI do it. */
  fix?: { keys: string[]; messages: string[] };
  /** The usage by subagent. */
  agents: Share[];
  /** The usage by skill. */
  skills: Share[];
  /** The usage by plugin. */
  plugins: Share[];
  /** The usage by MCP server. */
  mcp_servers: Share[];
};

/** What the session has used, and how much of the plan is left. */
export type UsageAnswer = {
  /** The session. */
  session: SessionUsage;
  /** The plan; null without one, as with an API key. */
  subscription_type: string | null;
  /** Whether the plan has limits. */
  rate_limits_available: boolean;
  /** The limits of the plan. */
  rate_limits: {
    five_hour?: Window | null;
    seven_day?: Window | null;
    seven_day_oauth_apps?: Window | null;
    seven_day_opus?: Window | null;
    seven_day_sonnet?: Window | null;
    model_scoped?: (Window & { display_name: string })[];
    extra_usage?: ExtraUsage | null;
  } | null;
  /** How you used the CLI; null if the request skips it. */
  behaviors: { day: Habits; week: Habits } | null;
};
