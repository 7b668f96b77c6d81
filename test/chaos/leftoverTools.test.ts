import { it, jest } from '@jest/globals';
import { type Options, type Query, query, startSession } from '../../src/index.js';
import { all } from '../support/all.js';
import { bypass } from '../support/liveCli.js';
import type { Model } from '../support/messagesApi.js';
import type { Random } from './fixtures/Random.mjs';
import { AttackedRun } from './support/AttackedRun.js';
import { attack } from './support/attack.js';
import { describeClis } from './support/describeClis.js';
import { bash, daemon, foreground, inBackground, over } from './support/models.js';

jest.setTimeout(3_600_000);

interface Leftover {
  model(run: AttackedRun): Model;
  options?(run: AttackedRun): Options;
}

const leftovers: Record<string, Leftover> = {
  'background shell': {
    model: (run) => bash(run.sleepCommand(foreground), over, inBackground),
  },
  daemon: { model: (run) => bash(run.sleepCommand(daemon), over) },
  'child of an MCP server': {
    model: () => bash('true', over),
    options: (run) => {
      const args = ['-c', `${run.sleepCommand(daemon)} exec cat`];
      return { mcpServers: { tools: { type: 'stdio', command: '/bin/sh', args } } };
    },
  },
};

/** The orderly ways to end. */
const ends: Record<string, (options: Options, run: AttackedRun) => Promise<unknown>> = {
  async 'end()'(options, run) {
    const session = await startSession({ options });
    await session.send('Go').result;
    await run.written('started');
    await session.end();
  },
  async 'stop() while idle'(options, run) {
    const session = await startSession({ options });
    await session.send('Go').result;
    await run.written('started');
    await session.idle();
    await session.stop();
  },
  'a query that is over': (options) => readAndClose(query('Go', options)),
  'a query in one shot that is over': (options) =>
    readAndClose(query('Go', { ...options, mode: 'oneShot' })),
};

/** A query is over before its process is gone. */
async function readAndClose(run: Query): Promise<void> {
  await all(run);
  await run.close();
}

async function endInOrder(
  random: Random,
  path: string,
  leftover: Leftover,
  way: string,
): Promise<string[]> {
  const run = await AttackedRun.begin(random, leftover.model);
  try {
    await ends[way]?.(run.options(path, { ...bypass, ...leftover.options?.(run) }), run);
    if (!run.wrote('started')) return [`no tool was left behind (${way})`];
    return (await run.leftovers()).map((problem) => `${problem} (${way})`);
  } finally {
    await run.close();
  }
}

describeClis('an orderly end', ({ version, path }) => {
  it.each(Object.entries(leftovers))('leaves nothing behind: %s', async (name, leftover) => {
    await attack({ name: `orderly end: ${name}`, cli: version }, (random, number) => {
      const ways = Object.keys(ends);
      return endInOrder(random, path, leftover, ways[number % ways.length] ?? '');
    });
  });
});
