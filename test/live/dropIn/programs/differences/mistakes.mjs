import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSdkMcpServer, query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell } from './record.mjs';

tell('server', { isMcpServer: 'registerTool' in createSdkMcpServer({ name: 'house' }).instance });
await attempt('misspelt mode', { ...cli, permissionMode: 'acceptEdit' });
await attempt('misspelt event', { ...cli, hooks: { PreToolUze: [] } });
await attempt('no CLI', { pathToClaudeCodeExecutable: '/nowhere/claude' });
const silent = resolve('silent');
writeFileSync(silent, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
await attempt('silent CLI', { pathToClaudeCodeExecutable: silent });

async function attempt(channel, options) {
  try {
    for await (const message of query({ prompt: 'Say hello', options })) {
      if (message.type === 'result') tell(channel, message.subtype);
    }
  } catch (error) {
    tell(channel, { isError: error instanceof Error, code: error.code ?? 'none' });
  }
}
