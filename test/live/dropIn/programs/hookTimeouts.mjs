import { existsSync } from 'node:fs';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell, tellAll } from './record.mjs';

/** Answers only when nobody waits for it any more. */
const hanging = (input, _id, { signal }) =>
  new Promise((resolve) => {
    tell('called', input.hook_event_name);
    signal.addEventListener('abort', () => resolve({}));
  });

for (const event of ['PreToolUse', 'PostToolUse', 'UserPromptSubmit']) {
  const hooks = { [event]: [{ hooks: [hanging], timeout: 1 }] };
  const options = { ...cli, hooks, permissionMode: 'acceptEdits' };
  await tellAll(query({ prompt: 'Write the file', options }));
  tell('written', existsSync('note.txt'));
}
