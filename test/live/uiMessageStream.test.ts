import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';
import { toUIMessageStreamResponse } from '../../src/index.js';
import { describeWith } from '../support/describeWith.js';
import { bypass, live, usingTool } from '../support/liveCli.js';
import { describeCli } from '../support/targets.js';

/** The newest of the AI SDK that runs on Node 20. */
const version = '6.0.322';
const folder = fileURLToPath(new URL(`../../.cache/ai/${version}/`, import.meta.url));
const entry = join(folder, 'node_modules/ai/dist/index.mjs');

interface UIMessage {
  role: string;
  parts: { type: string; text?: string; state?: string; toolName?: string; output?: unknown }[];
}

/** The part of `ai` that reads what a server has sent, as `useChat` does. */
interface AiSdk {
  DefaultChatTransport: new (options: {
    fetch: () => Promise<Response>;
  }) => {
    sendMessages(request: object): Promise<ReadableStream<unknown>>;
  };
  readUIMessageStream(options: { stream: ReadableStream<unknown> }): AsyncIterable<UIMessage>;
}

function installAi(): void {
  if (existsSync(entry)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const flags = ['--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', `ai@${version}`, 'zod@4', ...flags], {
    cwd: folder,
    stdio: 'pipe',
  });
}

const cli = live();

describeWith('the AI SDK', 'it is there', installAi, () => {
  describeCli('a UI message stream', (target) => {
    it.each([true, false])(
      'is what the AI SDK understands (tokens: %s)',
      async (includePartialMessages) => {
        const { DefaultChatTransport, readUIMessageStream } = (await import(
          pathToFileURL(entry).href
        )) as AiSdk;
        cli.model = usingTool('Bash', { command: 'echo heron' }, 'It says heron.');
        const session = await cli.start(target, { includePartialMessages, ...bypass });
        const transport = new DefaultChatTransport({
          fetch: async () => toUIMessageStreamResponse(session.send('Look')),
        });
        // It checks every chunk against its schema.
        const stream = await transport.sendMessages({
          ...{ chatId: 'c', messages: [], trigger: 'submit-message', messageId: undefined },
        });
        let last: UIMessage | undefined;
        for await (const message of readUIMessageStream({ stream })) last = message;
        expect(last?.role).toBe('assistant');
        const parts = last?.parts.filter(({ type }) => type !== 'step-start');
        expect(parts).toMatchObject([
          { type: 'dynamic-tool', toolName: 'Bash', state: 'output-available' },
          { type: 'text', text: 'It says heron.', state: 'done' },
        ]);
        expect(JSON.stringify(parts?.[0]?.output)).toContain('heron');
      },
    );
  });
});
