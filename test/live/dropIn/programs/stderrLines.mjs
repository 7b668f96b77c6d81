import { chmodSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell, tellAll } from './record.mjs';

const pathToClaudeCodeExecutable = resolve('noisy');
writeFileSync(
  pathToClaudeCodeExecutable,
  `#!/bin/sh
for i in $(seq 500); do echo "line $i" >&2; done
exec ${cli.pathToClaudeCodeExecutable} "$@"
`,
);
chmodSync(pathToClaudeCodeExecutable, 0o755);
let heard = '';
const stderr = (text) => {
  heard += text;
};
await tellAll(query({ prompt: 'Say hello', options: { pathToClaudeCodeExecutable, stderr } }));
tell('lines', heard.match(/line \d+/g).length);
