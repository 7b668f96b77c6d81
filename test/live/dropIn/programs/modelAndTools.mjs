import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tellAll } from './record.mjs';

const options = {
  ...cli,
  model: 'claude-sonnet-4-5',
  tools: ['Read', 'Write', 'Bash'],
  disallowedTools: ['Write'],
  thinking: { type: 'enabled', budgetTokens: 3000 },
  additionalDirectories: ['..'],
  betas: ['context-1m-2025-08-07'],
  mcpServers: { gone: { command: 'no-such-command', args: [] } },
  strictMcpConfig: true,
  extraArgs: { verbose: null },
};
await tellAll(query({ prompt: 'Say hello', options }));
await tellAll(query({ prompt: 'Say hello', options: { ...cli, tools: [], effort: 'low' } }));
