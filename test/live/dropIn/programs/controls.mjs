import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, said, tell } from './record.mjs';

let next = () => {};
async function* prompts() {
  for (const text of ['One', 'Two', 'Three']) {
    const answered = new Promise((resolve) => {
      next = resolve;
    });
    yield said(text);
    await answered;
  }
}

const run = query({ prompt: prompts(), options: { ...cli, model: 'claude-sonnet-4-5' } });
let results = 0;
for await (const message of run) {
  tell('message', message);
  if (message.type !== 'result') continue;
  results += 1;
  if (results === 1) {
    tell('answer', { setModel: (await run.setModel('claude-opus-4-5')) ?? null });
    tell('answer', { setPermissionMode: (await run.setPermissionMode('acceptEdits')) ?? null });
    tell('answer', { setMaxThinkingTokens: (await run.setMaxThinkingTokens(2000)) ?? null });
    tell('answer', { models: await run.supportedModels() });
    tell('answer', { commands: await run.supportedCommands() });
    tell('answer', { agents: await run.supportedAgents() });
    tell('answer', { servers: await run.mcpServerStatus() });
    tell('answer', { account: await run.accountInfo() });
    tell('answer', { started: await run.initializationResult() });
    tell('answer', { context: await run.getContextUsage() });
    tell('answer', { toggle: await rejects(run.toggleMcpServer('nobody', true)) });
    tell('answer', { rewind: await rejects(run.rewindFiles('no such message')) });
    tell('answer', { setServers: await run.setMcpServers({}) });
  }
  next();
}

function rejects(promise) {
  return promise.then(
    () => 'resolved',
    (error) => (error instanceof Error ? 'rejected' : 'not an error'),
  );
}
