import { existsSync } from 'node:fs';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell } from './record.mjs';

const settings = { permissions: { defaultMode: 'bypassPermissions' } };
try {
  for await (const _ of query({ prompt: 'Touch the file', options: { ...cli, settings } }));
} catch (error) {
  tell('refused', error.code);
}
tell('touched', existsSync('touched.txt'));
