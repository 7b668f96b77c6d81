import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';
import { cli, tell, tellAll } from './record.mjs';

const add = tool(
  'add',
  'Adds two numbers',
  { a: z.number().describe('the first'), b: z.number().default(1) },
  async (input, extra) => {
    tell('tool', { input, isSignal: extra.signal instanceof AbortSignal });
    return { content: [{ type: 'text', text: String(input.a + input.b) }] };
  },
  { annotations: { readOnlyHint: true } },
);
const refuse = tool('refuse', 'Always fails', {}, async () => ({
  content: [{ type: 'text', text: 'not today' }],
  isError: true,
}));
const crash = tool('crash', 'Throws', {}, async () => {
  throw new Error('broken inside');
});

const house = createSdkMcpServer({ name: 'house', version: '1.2.3', tools: [add, refuse, crash] });
const options = { ...cli, mcpServers: { house }, allowedTools: ['mcp__house'] };
await tellAll(query({ prompt: 'Use the tools', options }));
