import type { JsonObject } from '../../../codec/jsonObject.js';
import { builtInToolNames, structuredOutput } from '../builtInTools.js';
import type { Cli } from '../cli.js';
import type { Speaker } from '../speaker.js';
import { isEnabled } from '../toolAccess.js';
import { apiModel } from '../traits.js';

const maxTokens = 32_000;
const anything = { type: 'object', additionalProperties: true };

/** The API request for a speaker's next answer. */
export function apiRequest(cli: Cli, { conversation, agent, hasNoTools }: Speaker): JsonObject {
  const { settings, output } = cli;
  return {
    model: apiModel(agent?.model ?? settings.model),
    max_tokens: maxTokens,
    stream: true,
    system: systemOf(cli, agent?.type),
    messages: conversation.messages,
    ...(!hasNoTools && { tools: toolsOf(cli) }),
    metadata: { user_id: output.sessionId },
  };
}

function systemOf({ settings }: Cli, agentType: string | undefined): JsonObject[] {
  const agent = agentType === undefined ? undefined : settings.agents[agentType];
  const texts = agent ? [agent.prompt ?? ''] : settings.systemPrompt;
  return texts.filter((text) => text !== '').map((text) => ({ type: 'text', text }));
}

function toolsOf(cli: Cli): JsonObject[] {
  const own = [...builtInToolNames, structuredOutput].filter((name) => isEnabled(cli, name));
  return [
    ...own.map((name) => ({ name, description: name, input_schema: anything })),
    ...cli.mcp.tools().map(({ fullName, description, inputSchema }) => ({
      name: fullName,
      description: description ?? fullName,
      input_schema: inputSchema ?? anything,
    })),
  ];
}
