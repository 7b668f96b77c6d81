import { writeFileSync } from 'node:fs';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell, tellAll } from './record.mjs';

/** An MCP server with one tool, which asks the user and says what it heard. */
const server = `
import { createInterface } from 'node:readline';

const capabilities = { tools: {} };
const tools = [{ name: 'ask', description: 'Asks', inputSchema: { type: 'object' } }];
const question = { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: {} } };
const write = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
let call;

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === 'initialize') {
    const { protocolVersion } = params;
    write({ id, result: { protocolVersion, capabilities, serverInfo: { name: 'asker', version: '1' } } });
  } else if (method === 'tools/list') write({ id, result: { tools } });
  else if (method === 'tools/call') {
    call = id;
    write({ id: 'question', method: 'elicitation/create', params: question });
  } else if (id === 'question') {
    const text = JSON.stringify(result ?? error);
    write({ id: call, result: { content: [{ type: 'text', text }] } });
  } else if (method && id !== undefined) write({ id, result: {} });
});
`;
writeFileSync('asker.mjs', server);
const mcpServers = { asker: { command: process.execPath, args: ['asker.mjs'] } };
const options = { ...cli, mcpServers, allowedTools: ['mcp__asker'] };

const accepting = async (request, context) => {
  tell('asked', { request, context: Object.keys(context).sort() });
  return { action: 'accept', content: { name: 'you' } };
};
const throwing = async () => {
  throw new Error('nobody is there');
};
for (const onElicitation of [undefined, accepting, throwing]) {
  await tellAll(query({ prompt: 'Ask', options: { ...options, onElicitation } }));
}
