import { ClaudeSDKAgent } from '@mastra/claude';
import { z } from 'zod';
import { cli, described, drive, tell } from './drive.mjs';

const agent = (sdkOptions) =>
  new ClaudeSDKAgent({
    id: 'helper',
    name: 'Helper',
    description: 'Helps',
    sdkOptions: { pathToClaudeCodeExecutable: cli, ...sdkOptions },
  });

/** What an application reads from an answer. */
async function tellAnswer(answer) {
  const { text, object, finishReason, usage, error, toolCalls, providerMetadata } = answer;
  tell('answer', { text, object, finishReason, usage, toolCalls, providerMetadata });
  if (error) tell('error of the answer', described(error));
}

async function tellStream(output) {
  for await (const { type, payload } of output.fullStream) {
    const { error, ...rest } = payload ?? {};
    tell('chunk', { type, payload: error ? { error: described(error) } : rest });
  }
  tell('text', await output.text);
}

const denying = {
  permissionMode: 'default',
  canUseTool: async (tool, input) => {
    tell('asked', { tool, input });
    return { behavior: 'deny', message: 'not this one' };
  },
};

await drive({
  generate: async () => tellAnswer(await agent().generate('Say hello')),
  stream: async () => tellStream(await agent({ includePartialMessages: true }).stream('Say hello')),
  tools: async () => tellAnswer(await agent({ allowedTools: ['Bash'] }).generate('List')),
  async object() {
    const structuredOutput = { schema: z.object({ answer: z.number() }) };
    await tellAnswer(await agent().generate('What is the answer?', { structuredOutput }));
  },
  async resume() {
    const first = agent({ sessionId: '11111111-2222-4333-8444-555555555555' });
    await tellAnswer(await first.generate('One'));
    const sessionId = '11111111-2222-4333-8444-555555555555';
    await tellAnswer(await agent().resumeGenerate({ message: 'Two', sessionId }));
    await tellStream(await agent().resumeStream({ message: 'Three', continue: true }));
  },
  denied: async () => tellAnswer(await agent(denying).generate('Write the file')),
  apiError: async () => tellAnswer(await agent().generate('Say hello')),
  apiErrorInStream: async () => tellStream(await agent().stream('Say hello')),
  async abort() {
    const controller = new AbortController();
    const options = { abortSignal: controller.signal };
    const output = await agent({ includePartialMessages: true }).stream('Tell a story', options);
    for await (const { type, payload } of output.fullStream) {
      const { error } = payload ?? {};
      tell('chunk', { type, error: error && described(error) });
      if (type === 'text-delta') controller.abort();
    }
  },
});
