import { startSession } from '../../dist/index.js';
import { memoryCli } from '../support/memoryCli.mjs';

/** The heap of many sessions that run and have nothing to do, our side only; after some turns each. */
export async function run({ sessions, turns }) {
  const options = { port: memoryCli(answerAtOnce) };
  const open = async () => {
    const session = await startSession({ options });
    for (let turn = 0; turn < turns; turn++) await session.send('Go').result;
    return session;
  };
  // What is loaded and compiled for the first of them is not a session's.
  for (let i = 0; i < 20; i++) await (await open()).end();
  const before = await heap();
  const all = [];
  for (let i = 0; i < sessions; i++) all.push(await open());
  const after = await heap();
  if (all.some(({ state }) => state !== 'running')) throw new Error('A session does not run.');
  await Promise.all(all.map((session) => session.stop()));
  return { kb: (after - before) / sessions / 1000 };
}

function answerAtOnce(cli, uuid) {
  cli.begin(uuid);
  cli.finish(uuid);
}

async function heap() {
  await new Promise((resolve) => setImmediate(resolve));
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
