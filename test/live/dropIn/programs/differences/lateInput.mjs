import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, said, tell } from './record.mjs';

async function* more() {
  yield said('Two');
}
const run = query({ prompt: 'One', options: { ...cli } });
let results = 0;
let refused;
for await (const message of run) {
  if (message.type !== 'result') continue;
  results += 1;
  if (results === 1) {
    await run.streamInput(more()).catch((error) => {
      refused = error.code;
    });
  }
}
tell('fate', results === 2 ? 'answered' : (refused ?? 'lost'));
