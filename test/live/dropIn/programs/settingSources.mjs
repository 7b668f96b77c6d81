import { mkdirSync, writeFileSync } from 'node:fs';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tellAll } from './record.mjs';

mkdirSync('.claude');
writeFileSync('CLAUDE.md', 'The project speaks Latin.');
writeFileSync('.claude/settings.json', JSON.stringify({ model: 'claude-opus-4-5' }));
writeFileSync('.claude/settings.local.json', JSON.stringify({ permissions: { deny: ['Bash'] } }));

for (const settingSources of [undefined, [], ['project']]) {
  await tellAll(query({ prompt: 'Say hello', options: { ...cli, settingSources } }));
}
const settings = JSON.stringify({ model: 'claude-sonnet-4-5' });
await tellAll(query({ prompt: 'Say hello', options: { ...cli, settings } }));
