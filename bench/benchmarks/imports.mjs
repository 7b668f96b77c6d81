import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { formatMedians } from '../harness/report.mjs';

const ours = new URL('../../dist/index.js', import.meta.url).href;
const printCpuTimeOnExit =
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); console.log((user + system) / 1000); });";

/** What does the import alone cost? A process that imports, minus one that does nothing. */
export async function measure(context) {
  const official = context.officialUrl;
  const programs = {
    empty: printCpuTimeOnExit,
    ours: `${printCpuTimeOnExit} import(${JSON.stringify(ours)})`,
    ...(official && { official: `${printCpuTimeOnExit} import(${JSON.stringify(official)})` }),
  };
  const samples = Object.fromEntries(Object.keys(programs).map((name) => [name, []]));
  const rounds = context.size(25, 5);
  for (let round = 0; round <= rounds; round++) {
    for (const [name, program] of Object.entries(programs)) {
      const sample = await run(program, context);
      // The first round reads files from the disk, later ones from the cache.
      if (round > 0) samples[name].push(sample);
    }
  }
  const added = (name, field) =>
    samples[name].map((sample, round) => sample[field] - samples.empty[round][field]);
  if (!official) {
    return [{ name: 'import', by: 'wall', measures: { wall: added('ours', 'ms') }, unit: 'ms' }];
  }
  const ratio = (field) => {
    const theirs = added('official', field);
    return added('ours', field).map((value, round) => value / theirs[round]);
  };
  return [
    {
      name: 'import, against the official SDK',
      by: 'wall',
      measures: { wall: ratio('ms'), cpu: ratio('cpuMs') },
      target: { atMost: 0.4 },
      details: formatMedians(
        { ours: added('ours', 'ms'), official: added('official', 'ms') },
        'ms',
      ),
    },
  ];
}

async function run(program, { env, profiling }) {
  const start = performance.now();
  const stdio = ['ignore', 'pipe', 'inherit'];
  const child = spawn(process.execPath, [...profiling, '-e', program], { env, stdio });
  const [cpuMs, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${program} exited with ${code}.`);
  return { ms: performance.now() - start, cpuMs: Number(cpuMs) };
}
