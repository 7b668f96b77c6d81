import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tellAll } from './record.mjs';

const preset = { type: 'preset', preset: 'claude_code' };
const systemPrompts = ['You are a pirate.', preset, { ...preset, append: 'Say it in verse.' }];
for (const systemPrompt of systemPrompts) {
  await tellAll(query({ prompt: 'Say hello', options: { ...cli, systemPrompt } }));
}
