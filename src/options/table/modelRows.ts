import { checkAgents } from '../checks/checkAgents.js';
import { checkEffort, effortLevels } from '../checks/simpleChecks.js';
import {
  isShortSchema,
  jsonSchema,
  promptBlocks,
  promptPreset,
  promptSnapshot,
  taskTotal,
  thinkingBudget,
  thinkingDisplay,
  thinkingMode,
} from '../flagValues.js';
import type { OptionRows } from './optionRow.js';

const inSession = "Shorten it, or use `mode: 'session'`, which sends it through stdin.";

/** Rows of `ModelOptions`. */
export const modelRows = {
  model: {
    type: ['string'],
    flags: [{ kind: 'value', flag: 'model' }],
    variable: 'CLAUDE_MODEL',
  },
  fallbackModel: {
    type: ['string'],
    flags: [{ kind: 'value', flag: 'fallback-model' }],
    variable: 'CLAUDE_FALLBACK_MODEL',
  },
  effort: {
    type: ['string'],
    values: effortLevels,
    check: (level) => checkEffort('effort', level),
    flags: [{ kind: 'value', flag: 'effort' }],
    variable: 'CLAUDE_EFFORT_LEVEL',
  },
  thinking: {
    type: ['record'],
    flags: [
      { kind: 'value', flag: 'thinking', from: thinkingMode },
      { kind: 'value', flag: 'max-thinking-tokens', from: thinkingBudget },
      { kind: 'value', flag: 'thinking-display', from: thinkingDisplay },
    ],
  },
  maxThinkingTokens: {
    type: ['wholeNumber'],
    flags: [
      {
        kind: 'value',
        flag: 'thinking',
        from: (tokens) => (tokens === 0 ? 'disabled' : undefined),
      },
      {
        kind: 'value',
        flag: 'max-thinking-tokens',
        from: (tokens) => (tokens === 0 ? undefined : tokens),
      },
    ],
    variable: 'CLAUDE_MAX_THINKING_TOKENS',
  },
  betas: {
    type: ['stringList'],
    flags: [{ kind: 'list', flag: 'betas' }],
    variable: 'CLAUDE_BETAS',
  },
  systemPrompt: {
    type: ['string', 'stringList', 'record'],
    flags: [
      {
        kind: 'value',
        flag: 'system-prompt',
        keepEmpty: true,
        from: (prompt) => {
          const blocks = promptBlocks(prompt);
          return blocks && (blocks[0] ?? '');
        },
      },
      {
        kind: 'value',
        flag: 'append-system-prompt',
        from: (prompt) => promptPreset(prompt)?.append,
      },
      {
        kind: 'switch',
        flag: 'exclude-dynamic-system-prompt-sections',
        from: (prompt) => promptPreset(prompt)?.excludeDynamicSections,
      },
    ],
    initialize: [
      { field: 'systemPrompt', from: promptBlocks },
      { field: 'appendSystemPrompt', from: (prompt) => promptPreset(prompt)?.append },
      {
        field: 'excludeDynamicSections',
        from: (prompt) => promptPreset(prompt)?.excludeDynamicSections,
      },
      { field: 'systemPromptSnapshot', from: promptSnapshot },
    ],
    // The flag takes a single block, and older CLIs exit on the flag for `snapshot`.
    needsSession: (prompt) =>
      (promptBlocks(prompt)?.length ?? 0) > 1 || promptSnapshot(prompt) !== undefined,
    variable: 'CLAUDE_SYSTEM_PROMPT',
    whenTooLong: inSession,
  },
  appendSystemPrompt: {
    type: ['string'],
    flags: [{ kind: 'value', flag: 'append-system-prompt' }],
    initialize: [{ field: 'appendSystemPrompt' }],
    variable: 'CLAUDE_APPEND_SYSTEM_PROMPT',
    whenTooLong: inSession,
  },
  planModeInstructions: {
    type: ['string'],
    flags: [{ kind: 'value', flag: 'plan-mode-instructions' }],
    initialize: [{ field: 'planModeInstructions' }],
    whenTooLong: inSession,
  },
  outputFormat: {
    type: ['record'],
    check: (format) => void jsonSchema(format),
    // The CLI refuses an invalid schema on the command line, and ignores it on stdin.
    flags: [{ kind: 'json', flag: 'json-schema', from: jsonSchema, isForSession: isShortSchema }],
    initialize: [{ field: 'jsonSchema', from: jsonSchema }],
    whenTooLong: inSession,
  },
  agents: {
    type: ['record'],
    check: checkAgents,
    flags: [{ kind: 'json', flag: 'agents' }],
    initialize: [{ field: 'agents' }],
    whenTooLong: inSession,
  },
  agent: {
    type: ['string'],
    flags: [{ kind: 'value', flag: 'agent' }],
    variable: 'CLAUDE_AGENT_NAME',
  },
  maxTurns: {
    type: ['positiveInteger'],
    flags: [{ kind: 'value', flag: 'max-turns' }],
    variable: 'CLAUDE_MAX_TURNS',
  },
  maxBudgetUsd: {
    type: ['positiveNumber'],
    flags: [{ kind: 'value', flag: 'max-budget-usd' }],
    variable: 'CLAUDE_MAX_BUDGET_USD',
  },
  taskBudget: {
    type: ['record'],
    flags: [{ kind: 'value', flag: 'task-budget', from: taskTotal }],
  },
} satisfies OptionRows;
