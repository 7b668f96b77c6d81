import { basename } from 'node:path';
import type { InspectionEvent } from 'xstate';
import { block } from '../../codec/hooks.js';
import type { Message } from '../../codec/messages.js';
import type { Options } from '../../options/types.js';
import { startSession } from '../../startSession.js';
import { simulatedCliPath } from '../../testing/simulatedCliPath.js';
import type { Host } from '../host.js';
import { costLine } from '../run/summaryLines.js';
import { calculator } from './calculator.js';
import { DemoOutput } from './DemoOutput.js';

const prompt = 'Tidy up, write a report, and add 40 and 2.';

/**
 * Runs one session on the simulated CLI and prints what happens. Resolves with whether everything
 * happened as it should.
 */
export async function runDemo(host: Host): Promise<boolean> {
  const output = new DemoOutput(host);
  const { bold } = output.styles;
  const happened: string[] = [];
  output.line(
    `\n${bold('A session with a hook, a permission and an MCP tool, and its states as they change.')}\n`,
  );

  const session = await startSession({ options: demoOptions(output, happened) });
  session.on('message', (message) => printMessage(message, output));
  output.event('you', bold(prompt));
  const result = await session.send(prompt).result;
  await session.idle();
  await session.end();

  const isAsExpected = !result.is_error && happened.join() === 'blocked,allowed,called';
  output.line(
    isAsExpected
      ? '\nok: one command blocked, one file allowed, one tool answered.'
      : `\nfailed: the result was ${result.subtype}, and this happened: ${happened.join(', ') || 'nothing'}.`,
  );
  return isAsExpected;
}

/** What a program of your own would pass to `startSession`. */
function demoOptions(output: DemoOutput, happened: string[]): Options {
  const { red, green } = output.styles;
  return {
    pathToClaudeCodeExecutable: simulatedCliPath,
    envMode: 'overlay',
    env: { CLAUDE_ACTORS_SCENARIO: 'demo' },
    includePartialMessages: true,
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          onFailure: 'deny',
          hooks: [
            (input) => {
              const { command } = input.tool_input as { command: string };
              if (!command.startsWith('rm ')) return {};
              happened.push('blocked');
              output.event('hook', `${red('✗')} blocked ${command}`);
              return block('Nothing is deleted here.');
            },
          ],
        },
      ],
    },
    canUseTool: (toolName, { file_path: path }) => {
      happened.push('allowed');
      output.event('permission', `${green('✓')} allowed ${toolName} ${basename(String(path))}`);
      return { behavior: 'allow' };
    },
    mcpServers: {
      calc: {
        type: 'sdk',
        name: 'calc',
        instance: calculator((a, b, sum) => {
          happened.push('called');
          output.event('mcp', `calc.add(${a}, ${b}) = ${sum}`);
        }),
      },
    },
    allowedTools: ['mcp__calc__add'],
    inspect: statePrinter(output),
  };
}

/** Prints each state of the session. Inspection also reports its child actors, which are skipped. */
function statePrinter(output: DemoOutput): (event: InspectionEvent) => void {
  let last = '';
  return (event) => {
    if (event.type !== '@xstate.snapshot' || event.actorRef.sessionId !== event.rootId) return;
    const state = stateName((event.snapshot as unknown as { value: SessionStateValue }).value);
    if (state !== last) output.event('state', output.styles.magenta(state));
    last = state;
  };
}

type SessionStateValue = string | Record<string, string | { turn: string }>;

/** `{ running: { turn: 'working', … } }` becomes `running · working`. */
function stateName(value: SessionStateValue): string {
  if (typeof value === 'string') return value;
  const [outer = '', inner = ''] = Object.entries(value)[0] ?? [];
  return `${outer} · ${typeof inner === 'string' ? inner : inner.turn}`;
}

function printMessage(message: Message, output: DemoOutput): void {
  if (message.type === 'stream_event' && message.event.type === 'content_block_delta') {
    const { delta } = message.event;
    if (delta.type === 'text_delta') output.tokens(delta.text);
  } else if (message.type === 'result') {
    output.event('result', `${message.subtype} · ${costLine(message)}`);
  }
}
