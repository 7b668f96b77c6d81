import { z } from 'zod';
import { cli, described, tell } from './drive.mjs';

const base = { pathToClaudeCodeExecutable: cli };

/** A message as streaming input has it. */
const said = (content) => ({
  type: 'user',
  message: { role: 'user', content },
  parent_tool_use_id: null,
  session_id: '',
});

/** Reads a query to its end, however it ends. */
async function readAll(query, onMessage = () => {}) {
  try {
    for await (const message of query) {
      tell('message', message);
      await onMessage(message, query);
    }
    tell('ending of the loop', 'done');
  } catch (error) {
    tell('ending of the loop', described(error));
  }
}

/** What an application does with an SDK that some tracer has wrapped; `told` tells what was traced. */
export function stepsWith(sdk, traced) {
  const run = (prompt, options, onMessage) =>
    readAll(sdk.query({ prompt, options: { ...base, ...options } }), onMessage);
  const steps = {
    text: () => run('Say hello'),

    async tools() {
      const add = sdk.tool('add', 'Adds', { a: z.number(), b: z.number() }, async ({ a, b }) => ({
        content: [{ type: 'text', text: String(a + b) }],
      }));
      const house = sdk.createSdkMcpServer({ name: 'house', version: '1.0.0', tools: [add] });
      const hook = async (input) => {
        tell('hook', input);
        return {};
      };
      await run('Add and list', {
        mcpServers: { house },
        allowedTools: ['mcp__house__add', 'Bash'],
        hooks: { PreToolUse: [{ hooks: [hook] }], PostToolUse: [{ hooks: [hook] }] },
      });
    },

    agents: () =>
      run('A poem, please', {
        allowedTools: ['Agent'],
        agents: { poet: { description: 'Writes poems', prompt: 'You are a poet.' } },
      }),

    denied: () =>
      run('Write the file', {
        permissionMode: 'default',
        canUseTool: async (tool, input) => {
          tell('asked', { tool, input });
          return { behavior: 'deny', message: 'not this one' };
        },
      }),

    apiError: () => run('Say hello'),

    async abort() {
      const abortController = new AbortController();
      await run('Tell a story', { abortController, includePartialMessages: true }, (message) => {
        if (message.event?.type === 'content_block_delta') abortController.abort();
      });
    },

    async controls() {
      let end;
      const over = new Promise((resolve) => {
        end = resolve;
      });
      async function* prompts() {
        yield said('One');
        await over;
      }
      await run(prompts(), { includePartialMessages: true }, async (message, query) => {
        if (message.event?.type === 'content_block_delta') {
          tell('models', Array.isArray(await query.supportedModels()));
          await query.setPermissionMode('plan');
          await query.interrupt();
        }
        if (message.type === 'result') end();
      });
    },

    /** The next release of a tracer may pass on what this SDK has never heard of. */
    unknownOption: () => run('Say hello', { traceparentOfTheFuture: '00-0-0-00', model: null }),

    /** A program that passes on only what it names. */
    async environment() {
      const names = [
        ...['PATH', 'HOME', 'CLAUDE_CONFIG_DIR', 'ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'],
        ...['HTTPS_PROXY', 'NO_PROXY', 'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC', 'IS_SANDBOX'],
      ];
      const env = Object.fromEntries(names.map((name) => [name, process.env[name]]));
      await run('What do you see?', { env, allowedTools: ['Bash'] });
    },
  };
  return Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [name, () => step().finally(traced)]),
  );
}
