import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Build } from '../../support/buildSources.js';
import { addFigure, seed } from './attack.js';

const program = fileURLToPath(new URL('../fixtures/fuzz/main.mjs', import.meta.url));
const recordings = fileURLToPath(new URL('../../fixtures/recordings', import.meta.url));

export interface Fuzz {
  attack: 'frames' | 'fields';
  kind: 'session' | 'query' | 'oneShot';
  /** How many lines of mutated frames. */
  lines?: number;
  /** Which part of the lines of the attack on fields, from 0 to 1. */
  part?: number;
}

interface Report {
  lines: number;
  runs: number;
  answers: number;
  problems: number;
  samples: string[];
}

/** Attacks the runtime in a program of its own, so that an uncaught error can be told apart. */
export async function fuzz(build: Build, name: string, plan: Fuzz): Promise<Report> {
  const more = { source: build.url('index.js'), recordings, seed: `${seed}/${name}/${plan.kind}` };
  const child = spawn(process.execPath, [program, JSON.stringify({ ...plan, ...more })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`The fuzzer ended with ${code}: ${said}`);
  const report = JSON.parse(said) as Report;
  const { lines: tried, problems } = report;
  addFigure({ attack: name, cli: `in memory, ${plan.kind}`, tried, survived: tried - problems });
  return report;
}
