import { setTimeout as wait } from 'node:timers/promises';
import { SignalQueue } from '../../actors/observing/SignalQueue.js';
import { block } from '../../codec/hooks.js';
import { drainIntoHub } from '../../inspect/page/localPage.js';
import type { Hub } from '../../inspect/page/server/Hub.js';
import type { Content, InspectLike } from '../../options/runtimeTypes.js';
import type { Options } from '../../options/types.js';
import { startSession } from '../../startSession.js';
import { calculator } from '../demo/calculator.js';

const turnsPerSession = 3;
/** In milliseconds. Slow enough to watch. */
const pauses = { hook: 900, permission: 3_000, turn: 2_500 };

/** Runs one session after the other, with a hook, permissions and a tool, until `ended` settles. */
export async function runSimulatedSessions(
  options: Options,
  ended: Promise<unknown>,
): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  const stopped = ended.then(() => stop.abort());
  const pause = (ms: number) => wait(ms, undefined, { signal }).catch(() => {});
  const sessionOptions = {
    ...options,
    abortController: stop,
    includePartialMessages: true,
    mcpServers: { calc: { type: 'sdk' as const, name: 'calc', instance: calculator() } },
    allowedTools: ['mcp__calc__add'],
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [
            async () => {
              await pause(pauses.hook);
              return block('Nothing is deleted in a demo.');
            },
          ],
        },
      ],
    },
    canUseTool: async () => {
      await pause(pauses.permission);
      return { behavior: 'allow' as const };
    },
  } satisfies Options;
  while (!signal.aborted) {
    const session = await startSession({ options: sessionOptions });
    for (let turn = 0; turn < turnsPerSession && !signal.aborted; turn += 1) {
      await session.send('Tidy up, write a report, and add 40 and 2.').result.catch(() => {});
      await pause(pauses.turn);
    }
    await (signal.aborted ? session.stop() : session.end());
  }
  await stopped;
}

/** A value for the option `inspect` that shows sessions of this process on the page of `hub`. */
export function inspectInto(hub: Hub, content: Content): InspectLike {
  const queue = new SignalQueue();
  queue.open(drainIntoHub(hub, content));
  return queue as InspectLike;
}
