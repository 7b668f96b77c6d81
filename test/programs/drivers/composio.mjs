import { createSdkMcpServer, query } from '@anthropic-ai/claude-agent-sdk';
import { ClaudeAgentSDKProvider } from '@composio/claude-agent-sdk';
import { cli, described, drive, tell } from './drive.mjs';

const parameters = {
  type: 'object',
  properties: {
    to: { type: 'string', description: 'Who gets it' },
    copies: { type: 'array', items: { type: 'string' } },
    urgency: { type: 'string', enum: ['low', 'high'], default: 'low' },
  },
  required: ['to'],
};
const mail = { slug: 'SEND_MAIL', description: 'Sends a mail', inputParameters: parameters };

/** A conversation with tools of the provider; `execute` does their work. */
async function converse(execute) {
  const tools = new ClaudeAgentSDKProvider().wrapTools([mail], execute);
  const composio = createSdkMcpServer({ name: 'composio', version: '1.0.0', tools });
  const options = {
    pathToClaudeCodeExecutable: cli,
    mcpServers: { composio },
    allowedTools: ['mcp__composio__SEND_MAIL'],
  };
  try {
    for await (const message of query({ prompt: 'Send a mail', options })) tell('message', message);
  } catch (error) {
    tell('ending of the loop', described(error));
  }
}

await drive({
  tools: () =>
    converse(async (slug, args) => {
      tell('executed', { slug, args });
      return { successful: true, data: { sent: true }, error: null };
    }),
  brokenTool: () =>
    converse(async () => {
      throw new Error('the mail server is on holiday');
    }),
});
