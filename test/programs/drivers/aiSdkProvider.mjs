import { generateObject, generateText, streamObject, streamText } from 'ai';
import { createClaudeCode, createCustomMcpServer } from 'ai-sdk-provider-claude-code';
import { z } from 'zod';
import { cli, described, drive, tell } from './drive.mjs';

const claudeCode = createClaudeCode({ defaultSettings: { pathToClaudeCodeExecutable: cli } });
const model = (settings) => claudeCode('sonnet', settings);
const schema = z.object({ answer: z.number() });
/** A second attempt would ask the model again. */
const once = { maxRetries: 0 };

function tellAnswer({ text, object, finishReason, usage, warnings, content, providerMetadata }) {
  tell('answer', { text, object, finishReason, usage, warnings, content, providerMetadata });
}

async function tellStream(result) {
  for await (const { error, id, ...part } of result.fullStream) {
    const known = { ...part, id: numberOf(id) };
    tell('part', error === undefined ? known : { ...known, error: described(error) });
  }
}

/** Blocks get ids by chance. */
const ids = [];
function numberOf(id) {
  if (id === undefined) return undefined;
  if (!ids.includes(id)) ids.push(id);
  return ids.indexOf(id);
}

const house = () =>
  createCustomMcpServer({
    name: 'house',
    tools: {
      add: {
        description: 'Adds',
        inputSchema: z.object({ a: z.number(), b: z.number() }),
        handler: async ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }),
      },
    },
  });
const withHouse = () => ({ mcpServers: { house: house() }, allowedTools: ['mcp__house__add'] });

const denying = {
  permissionMode: 'default',
  canUseTool: async (tool, input) => {
    tell('asked', { tool, input });
    return { behavior: 'deny', message: 'not this one' };
  },
};

await drive({
  generate: async () =>
    tellAnswer(await generateText({ model: model(), prompt: 'Say hello', ...once })),
  stream: () => tellStream(streamText({ model: model(), prompt: 'Say hello', ...once })),
  tools: async () =>
    tellAnswer(await generateText({ model: model(withHouse()), prompt: 'Add', ...once })),
  toolsInStream: () =>
    tellStream(streamText({ model: model(withHouse()), prompt: 'Add', ...once })),
  object: async () =>
    tellAnswer(await generateObject({ model: model(), schema, prompt: 'The answer?', ...once })),
  async objectInStream() {
    const result = streamObject({ model: model(), schema, prompt: 'The answer?', ...once });
    for await (const part of result.partialObjectStream) tell('part', part);
    tell('object', await result.object);
  },
  denied: async () =>
    tellAnswer(await generateText({ model: model(denying), prompt: 'Write', ...once })),
  apiError: async () =>
    tellAnswer(await generateText({ model: model(), prompt: 'Say hello', ...once })),
  apiErrorInStream: () => tellStream(streamText({ model: model(), prompt: 'Hello', ...once })),
  async abort() {
    const controller = new AbortController();
    const options = { prompt: 'Tell a story', abortSignal: controller.signal, ...once };
    const result = streamText({ model: model(), ...options });
    for await (const { error, ...part } of result.fullStream) {
      tell('part', error === undefined ? { type: part.type } : { error: described(error) });
      if (part.type === 'text-delta') controller.abort();
    }
  },
  async noCli() {
    const lost = model({ pathToClaudeCodeExecutable: '/nowhere/claude' });
    tellAnswer(await generateText({ model: lost, prompt: 'Say hello', ...once }));
  },
  async environment() {
    const env = { ...process.env, LEFT_OUT: undefined };
    const options = { env, allowedTools: ['Bash'] };
    tellAnswer(await generateText({ model: model(options), prompt: 'What do you see?', ...once }));
  },
});
