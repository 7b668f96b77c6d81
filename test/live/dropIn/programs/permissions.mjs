import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell, tellAll } from './record.mjs';

const canUseTool = async (tool, input, { signal, ...more }) => {
  tell('permission', { tool, input, more, isSignal: signal instanceof AbortSignal });
  switch (input.content) {
    case 'allowed':
      return { behavior: 'allow', updatedInput: input };
    case 'changed':
      return { behavior: 'allow', updatedInput: { ...input, content: 'by the host' } };
    default:
      return { behavior: 'deny', message: 'not this one' };
  }
};

const options = { ...cli, canUseTool, permissionMode: 'default' };
await tellAll(query({ prompt: 'Write the files', options }));
