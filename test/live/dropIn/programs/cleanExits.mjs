import { chmodSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tellAll } from './record.mjs';

await tellAll(query({ prompt: 'Say hello', options: cli }));

/** A CLI that leaves with code 0, at a time of its choice. */
function leavingCli(name, lines) {
  const path = resolve(name);
  writeFileSync(path, `#!/usr/bin/env node\n${lines}`);
  chmodSync(path, 0o755);
  return path;
}

const answers = `
if (process.argv.includes('--version')) {
  console.log('2.1.325 (Claude Code)');
  process.exit();
}
const write = (message) => console.log(JSON.stringify(message));
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { type, request_id } = JSON.parse(line);
  const response = { subtype: 'success', request_id, response: { commands: [], models: [] } };
  if (type === 'control_request') write({ type: 'control_response', response });
  if (type !== 'user') return;
  write({ type: 'assistant', message: { role: 'assistant', content: [] }, session_id: 's' });
  process.exitCode = 0;
  process.stdin.destroy();
});
`;
const early = leavingCli('early', 'process.exit(0)');
const late = leavingCli('late', answers);
for (const pathToClaudeCodeExecutable of [early, late]) {
  await tellAll(query({ prompt: 'Say hello', options: { pathToClaudeCodeExecutable } }));
}
