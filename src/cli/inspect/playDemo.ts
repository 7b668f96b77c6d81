import { setTimeout as wait } from 'node:timers/promises';
import { block } from '../../codec/hooks.js';
import type { Options } from '../../options/types.js';
import { startSession } from '../../startSession.js';
import { calculator } from './calculator.js';

const turnsOfASession = 3;
/** Slow enough to be watched. */
const pause = { hook: 900, permission: 3_000, turn: 2_500 };

/** Plays sessions with hooks, permissions and a tool of this program until it is told to end. */
export async function playDemo(options: Options, ended: Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  const isOver = ended.then(() => stop.abort());
  const calm = (ms: number) => wait(ms, undefined, { signal }).catch(() => {});
  const playing = {
    ...options,
    abortController: stop,
    includePartialMessages: true,
    mcpServers: { calc: { type: 'sdk' as const, name: 'calc', instance: calculator } },
    allowedTools: ['mcp__calc__add'],
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [
            async () => {
              await calm(pause.hook);
              return block('Nothing is deleted in a demo.');
            },
          ],
        },
      ],
    },
    canUseTool: async () => {
      await calm(pause.permission);
      return { behavior: 'allow' as const };
    },
  } satisfies Options;
  while (!signal.aborted) {
    const session = await startSession({ options: playing });
    for (let turn = 0; turn < turnsOfASession && !signal.aborted; turn += 1) {
      await session.send('Tidy up, write a report, and add 40 and 2.').result.catch(() => {});
      await calm(pause.turn);
    }
    await (signal.aborted ? session.stop() : session.end());
  }
  await isOver;
}
