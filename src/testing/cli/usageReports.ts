import type { JsonObject } from '../../codec/jsonObject.js';
import { slashCommands } from './capabilities.js';
import type { Cli } from './cli.js';
import { apiModel } from './traits.js';
import { answerUsage } from './UsageMeter.js';

const window = 1_000_000;

/** The answer to `get_context_usage`. */
export function contextUsage({ traits, settings, meter }: Cli): JsonObject {
  const tokens = Object.values(meter.modelUsage()).reduce<number>(
    (sum, model) => sum + (model as { inputTokens: number }).inputTokens,
    0,
  );
  const category = (id: string, name: string, count: number, color: string, kind: string) => ({
    ...(traits.recent && { id, kind }),
    name,
    tokens: count,
    color,
  });
  return {
    categories: [
      category('system_prompt', 'System prompt', 90, 'promptBorder', 'used'),
      category('messages', 'Messages', tokens, 'warning', 'used'),
      category('free_space', 'Free space', window - tokens - 90, 'promptBorder', 'free'),
    ],
    totalTokens: tokens + 90,
    maxTokens: window,
    rawMaxTokens: window,
    autocompactSource: traits.recent ? 'model-default' : 'auto',
    percentage: 0,
    gridRows: [[]],
    model: settings.model,
    memoryFiles: [],
    mcpTools: [],
    ...(traits.recent && { mcpInstructions: [] }),
    agents: [],
    slashCommands: { totalCommands: 5, includedCommands: 5, tokens: 10 },
    skills: {
      totalSkills: 5,
      includedSkills: 5,
      tokens: 60,
      skillFrontmatter: slashCommands.map((name) => ({ name, source: 'built-in', tokens: 12 })),
    },
    autoCompactThreshold: 967_000,
    isAutoCompactEnabled: true,
    messageBreakdown: {
      toolCallTokens: 0,
      toolResultTokens: 0,
      attachmentTokens: 60,
      assistantMessageTokens: 5,
      userMessageTokens: tokens,
      redirectedContextTokens: 0,
      unattributedTokens: 0,
      toolCallsByType: [],
      attachmentsByType: [{ name: 'skill_listing', tokens: 60 }],
    },
    apiUsage: answerUsage({ input: tokens, output: 5 }),
  };
}

/** The answer to `get_session_cost`. */
export function costText({ meter, settings }: Cli): string {
  const cost = `$${meter.cost.toFixed(4)}`;
  return [
    `Total cost:            ${cost}`,
    `Total duration (API):  ${Math.round(meter.apiMilliseconds / 1000)}s`,
    'Total code changes:    0 lines added, 0 lines removed',
    'Usage by model:',
    `     ${apiModel(settings.model)}:  (${cost})`,
  ].join('\n');
}
