import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { cli, said, tell } from './record.mjs';

const instance = new McpServer({ name: 'own', version: '1.0.0' });
instance.registerTool(
  'greet',
  { description: 'Greets', inputSchema: { name: z.string() } },
  ({ name }) => ({
    content: [{ type: 'text', text: `Hello, ${name}` }],
  }),
);
const late = createSdkMcpServer({
  name: 'late',
  tools: [tool('wave', 'Waves', {}, async () => ({ content: [{ type: 'text', text: 'o/' }] }))],
});

let next = () => {};
async function* prompts() {
  for (const text of ['One', 'Two']) {
    const answered = new Promise((resolve) => {
      next = resolve;
    });
    yield said(text);
    await answered;
  }
}
const mcpServers = { own: { type: 'sdk', name: 'own', instance } };
const allowedTools = ['mcp__own', 'mcp__late'];
const run = query({ prompt: prompts(), options: { ...cli, mcpServers, allowedTools } });
let results = 0;
for await (const message of run) {
  tell('message', message);
  if (message.type !== 'result') continue;
  results += 1;
  if (results === 1) {
    tell('status', await run.mcpServerStatus());
    tell('changed', await run.setMcpServers({ ...mcpServers, late }));
    tell('status', await run.mcpServerStatus());
  }
  next();
}
