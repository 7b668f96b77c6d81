import { startSession } from '../../dist/index.js';
import { simulatedClock } from '../../dist/testing/index.js';
import { heapAfterGc } from '../support/heapAfterGc.mjs';
import { memoryCli } from '../support/memoryCli.mjs';
import { shapes, toNdjson } from '../support/preparedData.mjs';

const hourMs = 3_600_000;

/** Runs a session for a simulated hour of tokens and hooks. Samples the heap ten times. */
export async function run({ turns, hooksEach, tokensEach }) {
  const tokensPerHook = Buffer.from(toNdjson(shapes.deltas(tokensEach / hooksEach)));
  const playTurn = async (cli, uuid) => {
    cli.startTurn(uuid);
    for (let hook = 0; hook < hooksEach; hook++) {
      cli.sendBytes(tokensPerHook);
      await cli.callHook(`${uuid}-${hook}`, `toolu_${hook}`);
    }
    cli.finishTurn(uuid);
  };
  const clock = simulatedClock();
  let hooks = 0;
  const hook = async () => {
    hooks += 1;
    return {};
  };
  const session = await startSession({
    options: { port: memoryCli(playTurn), clock, hooks: { PreToolUse: [{ hooks: [hook] }] } },
  });
  const tokens = countTokens(session);
  const heapsMb = [];
  for (let turn = 1; turn <= turns; turn++) {
    await session.send('Go').result;
    clock.increment(hourMs / turns);
    if (turn % (turns / 10) === 0) heapsMb.push((await heapAfterGc()) / 1e6);
  }
  await session.end();
  checkCount(await tokens, turns * tokensEach, 'tokens');
  checkCount(hooks, turns * hooksEach, 'hooks');
  return { heapsMb };
}

async function countTokens(session) {
  let tokens = 0;
  for await (const message of session.messages()) if (message.type === 'stream_event') tokens += 1;
  return tokens;
}

function checkCount(actual, expected, what) {
  if (actual !== expected) throw new Error(`Counted ${actual} ${what} instead of ${expected}.`);
}
