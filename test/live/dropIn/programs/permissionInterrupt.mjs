import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell, tellAll } from './record.mjs';

const canUseTool = async (tool, input) => {
  tell('permission', { tool, input });
  return { behavior: 'deny', message: 'stop all of it', interrupt: true };
};

const options = { ...cli, canUseTool, permissionMode: 'default' };
await tellAll(query({ prompt: 'Write the file', options }));
