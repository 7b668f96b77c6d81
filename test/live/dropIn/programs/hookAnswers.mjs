import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell, tellAll } from './record.mjs';

const deciding = async ({ tool_input: { content } }) => {
  tell('hook', content);
  if (content === 'blocked') return { decision: 'block', reason: 'not here' };
  if (content === 'stopped') return { continue: false, stopReason: 'enough' };
  return { systemMessage: 'seen', suppressOutput: true };
};
const hooks = { PreToolUse: [{ matcher: 'Write|Edit', hooks: [deciding, async () => ({})] }] };
const options = { ...cli, hooks, permissionMode: 'acceptEdits', includeHookEvents: true };
await tellAll(query({ prompt: 'Write the files', options }));
