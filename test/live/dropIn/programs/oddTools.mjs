import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';
import { cli, tell, tellAll } from './record.mjs';

// The official SDK warns of the tool that it leaves out.
process.removeAllListeners('warning');

const text = (said) => ({ content: [{ type: 'text', text: said }] });
const tools = [
  tool('plain', 'Is sound', {}, async () => text('ok')),
  tool('dated', 'Has a schema that JSON cannot express', { when: z.date() }, async () => text('?')),
  tool('refined', 'Has a check', { x: z.string().refine(Boolean) }, async ({ x }) => text(x)),
  tool('nothing', 'Returns nothing', {}, async () => undefined),
  tool('text', 'Throws a text', {}, async () => {
    throw 'a text';
  }),
  tool('list', 'Has words for tool search', { list: z.array(z.string()) }, async () => text('l'), {
    annotations: { readOnlyHint: true },
    searchHint: 'find me',
    alwaysLoad: true,
  }),
  tool('notifying', 'Sends a notification', {}, async (_, extra) => {
    await extra.sendNotification({
      method: 'notifications/message',
      params: { level: 'info', data: 'working' },
    });
    tell('extra', Object.keys(extra).sort());
    return text('sent');
  }),
];
const house = createSdkMcpServer({ name: 'house', tools, instructions: 'Use the house.' });
const options = { ...cli, mcpServers: { house }, allowedTools: ['mcp__house'] };
await tellAll(query({ prompt: 'Use them all', options }));
// The same object serves another query.
await tellAll(query({ prompt: 'Use them again', options }));
await house.instance.close();
