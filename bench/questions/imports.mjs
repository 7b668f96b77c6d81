import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { shownMedians } from '../harness/report.mjs';

const ours = new URL('../../dist/index.js', import.meta.url).href;
/** The process tells its own CPU time when it ends. */
const epilogue =
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); console.log((user + system) / 1000); });";

/** What does the import alone cost? A process that imports, less one that does nothing. */
export async function ask(stage) {
  const official = stage.officialUrl;
  const programs = {
    empty: epilogue,
    ours: `${epilogue} import(${JSON.stringify(ours)})`,
    ...(official && { official: `${epilogue} import(${JSON.stringify(official)})` }),
  };
  const runs = Object.fromEntries(Object.keys(programs).map((name) => [name, []]));
  const rounds = stage.size(25, 5);
  for (let round = 0; round <= rounds; round++) {
    for (const [name, program] of Object.entries(programs)) {
      const took = await run(program, stage);
      // The first time, files come from the disk.
      if (round > 0) runs[name].push(took);
    }
  }
  const added = (name, by) => runs[name]?.map((took, round) => took[by] - runs.empty[round][by]);
  const against = (by) => added('ours', by).map((ms, round) => ms / added('official', by)[round]);
  const wall = { ours: added('ours', 'ms'), official: added('official', 'ms') };
  if (!official)
    return [{ question: 'import', by: 'wall', measures: { wall: wall.ours }, unit: 'ms' }];
  return [
    {
      question: 'import, against the official SDK',
      by: 'wall',
      measures: { wall: against('ms'), cpu: against('cpuMs') },
      target: { atMost: 0.3 },
      seen: shownMedians(wall, 'ms'),
    },
  ];
}

async function run(program, { env, profiling }) {
  const start = performance.now();
  const stdio = ['ignore', 'pipe', 'inherit'];
  const child = spawn(process.execPath, [...profiling, '-e', program], { env, stdio });
  const [cpuMs, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${program} ended with ${code}.`);
  return { ms: performance.now() - start, cpuMs: Number(cpuMs) };
}
