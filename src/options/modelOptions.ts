import type { AgentDefinition, EffortLevel } from './agentTypes.js';

/** Which model answers, and what it is told before the first prompt. */
export type ModelOptions = {
  /**
   * The model to use: an alias such as `sonnet`, or a full model name.
   *
   * @default the CLI's own default
   */
  model?: string;
  /** The models to try if `model` is overloaded, separated by commas. */
  fallbackModel?: string;
  /** How much effort Claude puts into an answer. */
  effort?: EffortLevel;
  /**
   * Whether Claude thinks before it answers, and how much. Wins over `maxThinkingTokens`.
   *
   * @example { type: 'enabled', budgetTokens: 8000 }
   */
  thinking?: ThinkingConfig;
  /** The most tokens Claude may spend on thinking; 0 turns thinking off. Prefer `thinking`. */
  maxThinkingTokens?: number;
  /** The API beta features to enable. */
  betas?: SdkBeta[];
  /**
   * The system prompt: a string, an array of blocks, or the CLI's own prompt with
   * `{ type: 'preset', preset: 'claude_code' }`.
   *
   * @default an empty prompt
   * @example { type: 'preset', preset: 'claude_code', append: 'Answer in French.' }
   */
  systemPrompt?: SystemPrompt;
  /** Text to append to the CLI's own system prompt. Ignored if `systemPrompt` is set. */
  appendSystemPrompt?: string;
  /** The workflow that plan mode follows, instead of the CLI's own. Plan mode stays read-only. */
  planModeInstructions?: string;
  /**
   * A JSON schema that the final answer must match. You find the parsed answer in the result's
   * `structured_output`.
   *
   * @example { type: 'json_schema', schema: { type: 'object', properties: { ok: { type: 'boolean' } } } }
   */
  outputFormat?: OutputFormat;
  /**
   * The subagents that Claude can delegate to, by name.
   *
   * @example { reviewer: { description: 'Reviews a diff', prompt: 'You review code.', tools: ['Read'] } }
   */
  agents?: Record<string, AgentDefinition>;
  /** The agent that runs the main conversation: one of `agents`, or one from the settings. */
  agent?: string;
  /** The run stops after this many turns, with the result `error_max_turns`. */
  maxTurns?: number;
  /** The run stops once it has cost this many US dollars, with the result `error_max_budget_usd`. */
  maxBudgetUsd?: number;
  /** The token budget that the model is told it has for the task, so that it can pace itself. */
  taskBudget?: {
    /** Tokens for the whole task. */
    total: number;
  };
};

/** A beta feature of the API. Others can be passed with `extraArgs`. */
export type SdkBeta = 'context-1m-2025-08-07';

/** Whether and how much Claude thinks before it answers. */
export type ThinkingConfig =
  /** Claude decides when and how much to think. */
  | {
      type: 'adaptive';
      /** Whether messages carry a summary of the thinking, or none. */
      display?: ThinkingDisplay;
    }
  /** Claude thinks with a fixed budget. */
  | {
      type: 'enabled';
      /** The most tokens to spend on thinking. Without it, thinking is adaptive. */
      budgetTokens?: number;
      /** Whether messages carry a summary of the thinking, or none. */
      display?: ThinkingDisplay;
    }
  /** Claude answers right away. */
  | { type: 'disabled' };

/** Whether messages carry a summary of the thinking, or none. */
export type ThinkingDisplay = 'summarized' | 'omitted';

/** The system prompt: your own text, or the CLI's. */
export type SystemPrompt =
  | string
  /** Several blocks, which the CLI joins to one prompt. */
  | string[]
  /** Your own text, with settings. */
  | {
      type: 'custom';
      /** The text, or its blocks. */
      prompt: string | string[];
      /**
       * Whether a resumed conversation keeps the prompt it started with, even if you pass another
       * one. Set it to false while you work on the prompt.
       */
      snapshot?: boolean;
    }
  /** The prompt of Claude Code itself. */
  | {
      type: 'preset';
      /** Which prompt. Claude Code's own is the only one. */
      preset: 'claude_code';
      /** Text to add at the end of the prompt. */
      append?: string;
      /**
       * Moves what depends on the machine and the user out of the prompt and into the first
       * message, so that many users can share a cached prompt.
       */
      excludeDynamicSections?: boolean;
      /** Whether a resumed conversation keeps the prompt it started with. */
      snapshot?: boolean;
    };

/** The format of the final answer. */
export type OutputFormat = {
  type: 'json_schema';
  /** The JSON schema that the answer must match. */
  schema: Record<string, unknown>;
};
