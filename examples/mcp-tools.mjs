// MCP tools that run in your program, with arguments validated by zod.
import assert from 'node:assert/strict';
import { createSdkMcpServer, query, tool } from 'claude-actors';
import { simulatedCliPath } from 'claude-actors/testing';
import { z } from 'zod';

const calls = [];
const add = tool(
  'add',
  'Adds two numbers',
  { a: z.number(), b: z.number() },
  async ({ a, b }) => {
    calls.push([a, b]);
    return { content: [{ type: 'text', text: String(a + b) }] };
  },
  { annotations: { readOnlyHint: true } },
);

const options = {
  pathToClaudeCodeExecutable: simulatedCliPath,
  env: { ...process.env, CLAUDE_ACTORS_SCENARIO: 'mcp' },
  mcpServers: { calc: createSdkMcpServer({ name: 'calc', version: '1.0.0', tools: [add] }) },
  allowedTools: ['mcp__calc__add'],
};

let sum;
for await (const message of query({ prompt: 'What is 40 and 2?', options })) {
  if (message.type === 'user') sum = message.message.content[0].content[0].text;
}

assert.deepEqual(calls, [[40, 2]]);
assert.equal(sum, '42');
console.log(`ok: the tool said ${sum}`);
