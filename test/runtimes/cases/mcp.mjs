// An MCP tool that runs in this program.
import assert from 'node:assert/strict';
import { createSdkMcpServer, query, tool } from 'claude-actors';
import { z } from 'zod';
import { cli } from './setUp.mjs';

const add = tool('add', 'Adds', { a: z.number(), b: z.number() }, async ({ a, b }) => ({
  content: [{ type: 'text', text: String(a + b) }],
}));
const options = cli('mcp', {
  mcpServers: { calc: createSdkMcpServer({ name: 'calc', version: '1.0.0', tools: [add] }) },
  allowedTools: ['mcp__calc__add'],
});
let sum;
for await (const message of query({ prompt: 'Add', options })) {
  if (message.type === 'user') sum = message.message.content[0].content[0].text;
}
assert.equal(sum, '42');
console.log('ok');
