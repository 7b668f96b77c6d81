// A worker: start as many as you like, on as many machines. Ctrl-C hands its conversations over.
import fleet from './fleet.mjs';

await fleet.work();
console.log(`${fleet.worker} is ready`);

for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => fleet.close());
