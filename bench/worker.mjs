// One contender in a process of its own, asked to run again and again: node worker.mjs <contender>.
import { openWith } from './contenders/sdk.mjs';

const [, , name] = process.argv;
const now = () => performance.now();

const opens = {
  bare: async () => (await import('./contenders/bare.mjs')).open,
  official: async () =>
    openWith(await import((await import('../scripts/officialSdk.mjs')).officialSdk())),
  ours: async () => openWith(await import('../dist/index.js')),
};

const open = await opens[name]();

/** Reads one answer; the time from its first counted message to its result, in ms. */
function stream({ type, ...run }) {
  return new Promise((resolve) => {
    let first;
    let cpu;
    let count = 0;
    let ms;
    let reported;
    open(run, {
      onMessage(message) {
        if (message.type === type) {
          first ??= now();
          cpu ??= process.cpuUsage();
          count += 1;
        } else if (message.type === 'result') {
          ms = now() - (first ?? now());
          cpu = process.cpuUsage(cpu);
          reported = JSON.parse(message.result);
        }
      },
      onEnd: () =>
        resolve({
          ms,
          cpuMs: (cpu.user + cpu.system) / 1000,
          count,
          reported,
          rss: process.memoryUsage.rss(),
        }),
    });
  });
}

const tasks = { stream };

process.on('message', async ({ task, ...given }) => {
  globalThis.gc?.();
  process.send(await tasks[task](given));
});
process.send('ready');
