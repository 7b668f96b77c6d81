import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';
import { cli, said, tell } from './record.mjs';

/** What the loop has seen of each tool call, for the callbacks. */
const seen = new Map();

const add = tool(
  'add',
  'Adds',
  {
    a: z.number(),
    b: z.number().optional(),
    unit: z.enum(['m', 'km']).default('m'),
    more: z
      .object({ list: z.array(z.string()) })
      .partial()
      .optional(),
  },
  async (input, extra) => {
    tell('tool', { input, extra: Object.keys(extra).sort() });
    return {
      content: [{ type: 'text', text: String(input.a) }],
      structuredContent: { sum: input.a },
    };
  },
);
const draw = tool('draw', 'Draws', {}, async () => ({
  content: [
    { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
    { type: 'resource', resource: { uri: 'file:///note', text: 'a note' } },
  ],
}));
const house = createSdkMcpServer({ name: 'house', tools: [add, draw] });

const seeing = (name, answer) => async (input, toolUseID, context) => {
  const known = toolUseID && seen.get(toolUseID);
  tell(`hook ${name}`, { input, toolUseID, known, context: Object.keys(context) });
  return answer;
};
const canUseTool = async (name, input, context) => {
  const { signal, ...more } = context;
  tell('asked', { name, input, more, names: Object.keys(context).sort() });
  tell('known', seen.get(more.toolUseID));
  return { behavior: 'allow', updatedInput: input, updatedPermissions: more.suggestions };
};
async function* prompts() {
  yield said('Do it all');
}
const options = {
  ...cli,
  mcpServers: { house },
  includePartialMessages: true,
  permissionMode: 'default',
  canUseTool,
  hooks: {
    SessionStart: [{ hooks: [seeing('start', {})] }],
    UserPromptSubmit: [{ hooks: [seeing('prompt', {})] }],
    PreToolUse: [
      { hooks: [seeing('pre', {})] },
      { matcher: 'Bash|Write', hooks: [seeing('matched', { async: true, asyncTimeout: 5 })] },
    ],
    PostToolUse: [{ hooks: [seeing('post', {})] }],
    Stop: [{ hooks: [seeing('stop', {})] }],
  },
};
for await (const message of query({ prompt: prompts(), options })) {
  tell('message', message);
  const block = message.event?.content_block;
  if (block?.type === 'tool_use') seen.set(block.id, block.name);
}
