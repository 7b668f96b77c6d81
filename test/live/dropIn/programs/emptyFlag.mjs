import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell, tellAll } from './record.mjs';

let heard = '';
const stderr = (text) => {
  heard += text;
};
const options = { ...cli, extraArgs: { 'debug-to-stderr': '' }, stderr };
await tellAll(query({ prompt: 'Say hello', options }));
tell('debugs', heard !== '');
