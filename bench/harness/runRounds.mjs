import { WorkerProcess } from './WorkerProcess.mjs';

/**
 * Runs every task once per round, in turn, and returns the samples of each task in the order of the
 * rounds.
 *
 * Each task keeps one process for all rounds, and the first round is a warm-up that does not count.
 * With `freshProcess` every run gets a new process, and every round counts.
 */
export async function runRounds(tasks, { rounds, freshProcess = false, ...settings }) {
  const names = Object.keys(tasks);
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  const workers = new Map();
  const workerFor = (name) => {
    if (!workers.has(name)) workers.set(name, new WorkerProcess(settings));
    return workers.get(name);
  };
  const endAll = async () => {
    await Promise.all([...workers.values()].map((worker) => worker.end()));
    workers.clear();
  };
  try {
    for (let round = freshProcess ? 1 : 0; round <= rounds; round++) {
      for (const name of rotate(names, round)) {
        const sample = await workerFor(name).run(tasks[name]);
        if (round > 0) samples[name].push(sample);
        if (freshProcess) await endAll();
      }
    }
  } finally {
    await endAll();
  }
  return samples;
}

/** Changes who runs first, so that no task always has the same position in a round. */
function rotate(names, by) {
  const start = by % names.length;
  return [...names.slice(start), ...names.slice(0, start)];
}
