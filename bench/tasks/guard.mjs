import { spawnPort } from '../../.cache/modules/ffi/process/spawnPort.js';
import { Stopwatch } from '../support/Stopwatch.mjs';

/** How long `start` takes to return, for the first CLI of this process and for the next. */
export async function run({ guard, holdStdin }) {
  const port = spawnPort({ guard });
  const first = await start(port, holdStdin);
  const next = await start(port, holdStdin);
  for (const { handle } of [first, next]) handle.kill('SIGKILL');
  await Promise.all([first.exited, next.exited]);
  return { first: first.time, next: next.time };
}

async function start(port, holdStdin) {
  const command = {
    file: process.execPath,
    args: ['-e', 'setTimeout(() => {}, 1e6)'],
    env: { PATH: process.env.PATH ?? '' },
    stdin: 'pipe',
    holdStdin,
  };
  const started = {};
  started.exited = new Promise((resolve) => {
    const ignore = () => {};
    const listener = {
      spawned: ignore,
      failed: resolve,
      stdout: ignore,
      stdoutEnded: ignore,
      stderr: ignore,
      exited: resolve,
    };
    const watch = new Stopwatch();
    started.handle = port.start(command, listener);
    started.time = watch.read();
  });
  await new Promise((resolve) => setImmediate(resolve));
  return started;
}
