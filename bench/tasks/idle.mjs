import { startSession } from '../../dist/index.js';
import { heapAfterGc } from '../support/heapAfterGc.mjs';
import { memoryCli } from '../support/memoryCli.mjs';

/** The heap of many idle sessions, after some turns each. The CLIs are in memory and tiny. */
export async function run({ sessions, turns }) {
  const options = { port: memoryCli(answerAtOnce) };
  const open = async () => {
    const session = await startSession({ options });
    for (let turn = 0; turn < turns; turn++) await session.send('Go').result;
    return session;
  };
  // Loads and compiles what sessions share, so that it is not counted as theirs.
  for (let i = 0; i < 20; i++) await (await open()).end();
  const before = await heapAfterGc();
  const all = [];
  for (let i = 0; i < sessions; i++) all.push(await open());
  const after = await heapAfterGc();
  if (all.some(({ state }) => state !== 'running')) throw new Error('A session is not running.');
  await Promise.all(all.map((session) => session.stop()));
  return { kb: (after - before) / sessions / 1000 };
}

function answerAtOnce(cli, uuid) {
  cli.startTurn(uuid);
  cli.finishTurn(uuid);
}
