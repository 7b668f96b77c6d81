import { checkAgents } from '../checkAgents.js';
import type { OptionRows } from '../optionRow.js';
import {
  jsonSchema,
  promptBlocks,
  promptPreset,
  promptSnapshot,
  taskTotal,
  thinkingBudget,
  thinkingDisplay,
  thinkingMode,
} from '../shapes.js';

const inSession = "Shorten it, or use mode: 'session', which sends it through stdin.";

/** Which model answers, and what it is told before the first prompt. */
export const modelRows = {
  model: {
    doc: 'The model: an alias such as `sonnet`, or a full name.',
    type: ['string'],
    default: "the CLI's own",
    flags: [{ kind: 'value', flag: 'model' }],
    variable: 'CLAUDE_MODEL',
  },
  fallbackModel: {
    doc: 'Models to try when the first is overloaded, separated by commas.',
    type: ['string'],
    flags: [{ kind: 'value', flag: 'fallback-model' }],
    variable: 'CLAUDE_FALLBACK_MODEL',
  },
  effort: {
    doc: 'How much effort Claude puts into an answer.',
    type: ['string'],
    values: ['low', 'medium', 'high', 'xhigh', 'max'],
    flags: [{ kind: 'value', flag: 'effort' }],
    variable: 'CLAUDE_EFFORT_LEVEL',
  },
  thinking: {
    doc: 'Whether Claude thinks before it answers, and how much; wins over `maxThinkingTokens`.',
    type: ['record'],
    flags: [
      { kind: 'value', flag: 'thinking', from: thinkingMode },
      { kind: 'value', flag: 'max-thinking-tokens', from: thinkingBudget },
      { kind: 'value', flag: 'thinking-display', from: thinkingDisplay },
    ],
  },
  maxThinkingTokens: {
    doc: 'The most tokens for thinking; 0 turns it off. Better: `thinking`.',
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
    doc: 'Beta features of the API to turn on.',
    type: ['stringList'],
    flags: [{ kind: 'list', flag: 'betas' }],
    variable: 'CLAUDE_BETAS',
  },
  systemPrompt: {
    doc: "The system prompt: a text, blocks, or the CLI's own (`{ type: 'preset', preset: 'claude_code' }`).",
    type: ['string', 'stringList', 'record'],
    default: 'empty',
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
    // The flag takes one block, and an older CLI exits on the flag for `snapshot`.
    needsSession: (prompt) =>
      (promptBlocks(prompt)?.length ?? 0) > 1 || promptSnapshot(prompt) !== undefined,
    variable: 'CLAUDE_SYSTEM_PROMPT',
    whenTooLong: inSession,
  },
  appendSystemPrompt: {
    doc: "Text to add to the CLI's own system prompt; ignored with `systemPrompt`.",
    type: ['string'],
    flags: [{ kind: 'value', flag: 'append-system-prompt' }],
    initialize: [{ field: 'appendSystemPrompt' }],
    variable: 'CLAUDE_APPEND_SYSTEM_PROMPT',
    whenTooLong: inSession,
  },
  planModeInstructions: {
    doc: 'The workflow that plan mode follows, in place of the usual one.',
    type: ['string'],
    flags: [{ kind: 'value', flag: 'plan-mode-instructions' }],
    initialize: [{ field: 'planModeInstructions' }],
    whenTooLong: inSession,
  },
  outputFormat: {
    doc: "A JSON schema for the answer: `{ type: 'json_schema', schema }`.",
    type: ['record'],
    flags: [{ kind: 'json', flag: 'json-schema', from: jsonSchema }],
    initialize: [{ field: 'jsonSchema', from: jsonSchema }],
    whenTooLong: inSession,
  },
  agents: {
    doc: 'Subagents by name.',
    type: ['record'],
    check: checkAgents,
    flags: [{ kind: 'json', flag: 'agents' }],
    initialize: [{ field: 'agents' }],
    whenTooLong: inSession,
  },
  agent: {
    doc: 'The agent that leads the session: one of `agents`, or one from the settings.',
    type: ['string'],
    flags: [{ kind: 'value', flag: 'agent' }],
    variable: 'CLAUDE_AGENT_NAME',
  },
  maxTurns: {
    doc: 'Stop after so many turns.',
    type: ['positiveInteger'],
    flags: [{ kind: 'value', flag: 'max-turns' }],
    variable: 'CLAUDE_MAX_TURNS',
  },
  maxBudgetUsd: {
    doc: 'Stop once so many dollars are spent.',
    type: ['positiveNumber'],
    flags: [{ kind: 'value', flag: 'max-budget-usd' }],
    variable: 'CLAUDE_MAX_BUDGET_USD',
  },
  taskBudget: {
    doc: 'Tokens that the model is told it has for the task: `{ total }`.',
    type: ['record'],
    flags: [{ kind: 'value', flag: 'task-budget', from: taskTotal }],
  },
} satisfies OptionRows;
