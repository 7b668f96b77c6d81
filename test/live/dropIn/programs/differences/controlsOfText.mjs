import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell } from './record.mjs';

for (const options of [{ ...cli }, { ...cli, mode: 'session' }]) {
  const run = query({ prompt: 'Say hello', options });
  const models = await run.supportedModels().catch((error) => error);
  tell('models', Array.isArray(models) ? 'listed' : models.code);
  const closed = run.close();
  tell('close', closed instanceof Promise);
  await closed;
}
