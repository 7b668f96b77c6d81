import { WorkerProcess } from './WorkerProcess.mjs';

/**
 * Asks each entry once a round, in turn, and gives the answers of each, round by round. An entry has
 * a process of its own for all rounds, of which the first warms it up and does not count; or, with
 * `fresh`, a new one each time, and every round counts.
 */
export async function contest(entries, { rounds, fresh = false, ...settings }) {
  const names = Object.keys(entries);
  const answers = Object.fromEntries(names.map((name) => [name, []]));
  const workers = new Map();
  const workerOf = (name) => {
    if (!workers.has(name)) workers.set(name, new WorkerProcess(settings));
    return workers.get(name);
  };
  const endAll = async () => {
    await Promise.all([...workers.values()].map((worker) => worker.end()));
    workers.clear();
  };
  try {
    for (let round = fresh ? 1 : 0; round <= rounds; round++) {
      for (const name of rotated(names, round)) {
        const answer = await workerOf(name).ask(entries[name]);
        if (round > 0) answers[name].push(answer);
        if (fresh) await endAll();
      }
    }
  } finally {
    await endAll();
  }
  return answers;
}

/** Nobody always runs first, or always after the same other. */
function rotated(names, by) {
  const at = by % names.length;
  return [...names.slice(at), ...names.slice(0, at)];
}
