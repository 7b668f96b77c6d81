import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, said, tell } from './record.mjs';

const prompts = [
  said('One'),
  said([{ type: 'text', text: 'Two' }]),
  { ...said('Three'), uuid: '0b5a1fd6-7c4e-4b2a-9f64-000000000003' },
];
let answered = () => {};
async function* input() {
  for (const prompt of prompts) {
    const answer = new Promise((resolve) => {
      answered = resolve;
    });
    yield prompt;
    await answer;
  }
}

for await (const message of query({ prompt: input(), options: { ...cli } })) {
  tell('message', message);
  if (message.type === 'result') answered();
}
tell('ending', 'done');
