// What does the guard add to the start of a CLI, the first and the next?
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median, table } from './harness.mjs';

const self = fileURLToPath(import.meta.url);
const rounds = 11;

/** In a fresh process: milliseconds until `start` returns, for the first and the second CLI. */
async function measure(guard) {
  const { spawnPort } = await import('../dist/ffi/process/spawnPort.js');
  const port = spawnPort({ guard });
  const env = { PATH: process.env.PATH ?? '' };
  const command = {
    file: process.execPath,
    args: ['-e', 'setTimeout(() => {}, 1e6)'],
    env,
    stdin: 'pipe',
  };
  const times = [];
  const handles = [];
  for (let i = 0; i < 2; i++) {
    const gone = new Promise((resolve) => {
      const begun = performance.now();
      const nothing = () => {};
      handles.push(
        port.start(command, {
          spawned: nothing,
          failed: resolve,
          stdout: nothing,
          stdoutEnded: nothing,
          stderr: nothing,
          exited: resolve,
        }),
      );
      times.push(performance.now() - begun);
    });
    handles[i].gone = gone;
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const handle of handles) handle.kill('SIGKILL');
  await Promise.all(handles.map((handle) => handle.gone));
  console.log(JSON.stringify(times));
}

if (process.argv[2]) {
  await measure(process.argv[2] === 'with');
  process.exit(0);
}

const seen = { with: [[], []], without: [[], []] };
for (let round = 0; round < rounds; round++) {
  for (const which of ['with', 'without']) {
    const { stdout } = spawnSync(process.execPath, [self, which], { encoding: 'utf8' });
    for (const [place, ms] of JSON.parse(stdout).entries()) seen[which][place].push(ms);
  }
}
const rows = ['first start', 'next start'].map((name, place) => {
  const [on, off] = [median(seen.with[place]), median(seen.without[place])];
  return [name, on.toFixed(2), off.toFixed(2), (on - off).toFixed(2)];
});
table([['median of fresh processes', 'with guard, ms', 'without, ms', 'added, ms'], ...rows]);
const added = Number(rows[0][3]);
if (added > 10) {
  console.log('The guard adds more than 10 ms to the first start.');
  process.exitCode = 1;
}
