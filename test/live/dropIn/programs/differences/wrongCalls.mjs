import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell } from './record.mjs';

async function attempt(channel, call) {
  let thrownBy = 'the call';
  try {
    const run = query(call);
    thrownBy = 'the loop';
    for await (const _ of run);
  } catch ({ message }) {
    tell(channel, { thrownBy, isNamed: /no spawn|prompt/.test(message) });
  }
}

const spawnClaudeCodeProcess = () => {
  throw new Error('no spawn');
};
await attempt('spawn', { prompt: 'Say hello', options: { ...cli, spawnClaudeCodeProcess } });
await attempt('prompt', { prompt: 5, options: { ...cli } });
