import { startSession } from '../../dist/index.js';
import { simulatedClock } from '../../dist/testing/index.js';
import { memoryCli } from '../support/memoryCli.mjs';
import { linesOf, shapes } from '../support/preparedData.mjs';

const hourMs = 3_600_000;

/** An hour of one session: turns with tokens and hooks, and the heap after each tenth of it. */
export async function run({ turns, hooksEach, tokensEach }) {
  const some = Buffer.from(linesOf(shapes.deltas(tokensEach / hooksEach)));
  const play = async (cli, uuid) => {
    cli.begin(uuid);
    for (let hook = 0; hook < hooksEach; hook++) {
      cli.sayBytes(some);
      await cli.ask(`${uuid}-${hook}`, `toolu_${hook}`);
    }
    cli.finish(uuid);
  };
  const clock = simulatedClock();
  let hooks = 0;
  const hook = async () => {
    hooks += 1;
    return {};
  };
  const session = await startSession({
    options: { port: memoryCli(play), clock, hooks: { PreToolUse: [{ hooks: [hook] }] } },
  });
  const tokens = count(session);
  const heapsMb = [];
  for (let turn = 1; turn <= turns; turn++) {
    await session.send('Go').result;
    clock.increment(hourMs / turns);
    if (turn % (turns / 10) === 0) heapsMb.push(await heapMb());
  }
  await session.end();
  check(await tokens, turns * tokensEach, 'tokens');
  check(hooks, turns * hooksEach, 'hooks');
  return { heapsMb };
}

async function count(session) {
  let tokens = 0;
  for await (const message of session.messages()) if (message.type === 'stream_event') tokens += 1;
  return tokens;
}

function check(found, expected, what) {
  if (found !== expected) throw new Error(`There were ${found} ${what}, not ${expected}.`);
}

async function heapMb() {
  await new Promise((resolve) => setImmediate(resolve));
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed / 1e6;
}
