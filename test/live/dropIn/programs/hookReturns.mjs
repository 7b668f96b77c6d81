import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell, tellAll } from './record.mjs';

/** What hooks of programs in JavaScript return: nothing, or not what the types say. */
const returned = {
  nothing: undefined,
  null: null,
  text: 'go on',
  true: true,
  list: [],
};
const answering = async ({ tool_input: { content } }) => returned[content];
const telling = async ({ tool_name: name }) => {
  tell('ran', name);
};
const hooks = { PreToolUse: [{ hooks: [answering] }], PostToolUse: [{ hooks: [telling] }] };
const options = { ...cli, hooks, permissionMode: 'acceptEdits', includeHookEvents: true };
await tellAll(query({ prompt: 'Write the files', options }));
