import { createSdkMcpServer, query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell } from './record.mjs';

tell('server', { isMcpServer: 'registerTool' in createSdkMcpServer({ name: 'house' }).instance });
await attempt('misspelt mode', { ...cli, permissionMode: 'acceptEdit' });
await attempt('misspelt event', { ...cli, hooks: { PreToolUze: [] } });
await attempt('no CLI', { pathToClaudeCodeExecutable: '/nowhere/claude' });

async function attempt(channel, options) {
  try {
    for await (const message of query({ prompt: 'Say hello', options })) {
      if (message.type === 'result') tell(channel, message.subtype);
    }
  } catch (error) {
    tell(channel, { isError: error instanceof Error, code: error.code ?? 'none' });
  }
}
