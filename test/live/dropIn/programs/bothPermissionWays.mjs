import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, failure, tell, tellAll } from './record.mjs';

const canUseTool = async () => ({ behavior: 'allow' });
const options = { ...cli, canUseTool, permissionPromptToolName: 'mcp__a__b' };
try {
  query({ prompt: 'Say hello', options });
} catch (error) {
  tell('thrown by query()', failure(error));
}
const model = 'claude-opus-4-5';
try {
  query({ prompt: 'Say hello', options: { ...cli, model, fallbackModel: model } });
} catch (error) {
  tell('thrown by query()', error instanceof Error);
}
await tellAll(query({ prompt: 'Say hello', options: { ...cli } }));
