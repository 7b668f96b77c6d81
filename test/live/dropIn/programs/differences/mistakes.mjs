import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSdkMcpServer, query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell } from './record.mjs';

tell('server', { isMcpServer: 'registerTool' in createSdkMcpServer({ name: 'house' }).instance });
await attempt('misspelt mode', { ...cli, permissionMode: 'acceptEdit' });
await attempt('misspelt event', { ...cli, hooks: { PreToolUze: [] } });
await attempt('no CLI', { pathToClaudeCodeExecutable: '/nowhere/claude' });
await attempt('id that is none', { ...cli, sessionId: 'mine' });
const id = crypto.randomUUID();
await attempt('id and resume', { ...cli, sessionId: id, resume: crypto.randomUUID() });
await attempt('refused handshake', { pathToClaudeCodeExecutable: refusingCli() });

/** A CLI that answers prompts, but refuses `initialize`. */
function refusingCli() {
  const path = resolve('refusing');
  const text = `#!/usr/bin/env node
    if (process.argv.includes('--version')) {
      console.log('2.1.325 (Claude Code)');
      process.exit();
    }
    const write = (message) => console.log(JSON.stringify(message));
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { type, request_id } = JSON.parse(line);
      const response = { subtype: 'error', request_id, error: 'not today' };
      if (type === 'control_request') write({ type: 'control_response', response });
      if (type === 'user') write({ type: 'result', subtype: 'success', is_error: false });
    });`;
  writeFileSync(path, text, { mode: 0o755 });
  return path;
}

async function attempt(channel, options) {
  try {
    for await (const message of query({ prompt: 'Say hello', options })) {
      if (message.type === 'result') tell(channel, message.subtype);
    }
  } catch (error) {
    tell(channel, { isError: error instanceof Error, code: error.code ?? 'none' });
  }
}
