import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Options } from '../../../src/index.js';
import { bypass } from '../../support/liveCli.js';
import type { Model } from '../../support/messagesApi.js';
import { until } from '../../support/until.js';
import type { Random } from '../fixtures/Random.mjs';
import { AttackedRun } from './AttackedRun.js';
import { bash, daemon, endless, foreground, inBackground, over, refused } from './models.js';

const programFile = fileURLToPath(new URL('../fixtures/program.mjs', import.meta.url));

/** A session in the form that a store gives it back. */
export interface Stored {
  resume: string;
  entries: unknown[];
}

interface Phase {
  options?: Options;
  /** What the model says, to the first request and to all others. */
  model(run: AttackedRun): Model;
  /** Where the phase begins: what the program says, or a file that the tool writes. */
  begins: 'reached' | 'started';
  /** The kill comes at most so many milliseconds later. */
  lasts: number;
  /** Callbacks need a session. */
  mode?: 'session';
}

export const phases = {
  start: { model: () => () => endless, begins: 'reached', lasts: 50 },
  handshake: { model: () => () => endless, begins: 'reached', lasts: 400 },
  streaming: { model: () => () => endless, begins: 'reached', lasts: 50 },
  tool: {
    options: bypass,
    model: (run) => bash(run.sleepCommand(foreground), endless),
    begins: 'started',
    lasts: 100,
  },
  'background shell': {
    options: bypass,
    model: (run) => bash(run.sleepCommand(foreground), endless, inBackground),
    begins: 'started',
    lasts: 100,
  },
  daemon: {
    options: bypass,
    model: (run) => bash(run.sleepCommand(daemon), endless),
    begins: 'started',
    lasts: 100,
  },
  hook: { options: bypass, model: () => refused, begins: 'reached', lasts: 50, mode: 'session' },
  permission: { model: () => refused, begins: 'reached', lasts: 50, mode: 'session' },
  ending: {
    options: bypass,
    model: (run) => bash(run.sleepCommand(foreground), over, inBackground),
    begins: 'reached',
    lasts: 300,
    mode: 'session',
  },
  stopping: {
    options: bypass,
    model: (run) => bash(run.sleepCommand(foreground), endless),
    begins: 'reached',
    lasts: 300,
    mode: 'session',
  },
  resuming: { model: () => () => endless, begins: 'reached', lasts: 500 },
} as const satisfies Record<string, Phase>;

export const causes = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'throw', 'exit'] as const;

export interface Kill {
  module: string;
  cliPath: string;
  phase: keyof typeof phases;
  cause: (typeof causes)[number];
  stored: Stored;
}

/** Kills a program in a phase of its run, and says what is left of the run. */
export async function killProgram(
  random: Random,
  { module, cliPath, phase, cause, stored }: Kill,
  afterwards: AttackedRun[],
): Promise<string[]> {
  const { options, model, begins, lasts, mode }: Phase = phases[phase];
  const run = await AttackedRun.begin(random, model);
  afterwards.push(run);
  pretendLogin(run);
  const plan = {
    ...{ module, phase, ...stored },
    mode: mode ?? random.pick(['session', 'oneShot']),
    options: run.options(cliPath, options),
  };
  const delay = random.between(0, lasts);
  const child = spawn(process.execPath, [programFile, JSON.stringify(plan)], {
    cwd: run.box.home,
    env: run.programEnv,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  const listen = (text: Buffer) => {
    said += text;
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  child.stdin.on('error', () => {});
  const gone = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(String(signal ?? code)));
  });
  const about = `${plan.mode}, ${cause} after ${delay.toFixed(1)} ms`;
  const hasBegun = () => (begins === 'reached' ? said.includes('reached') : run.wrote('started'));
  const problems: string[] = [];
  try {
    await until(`${phase} to begin`, () => hasBegun() || child.exitCode !== null, 30_000);
    if (!hasBegun()) problems.push(`the program ended by itself: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, delay));
    if (cause === 'throw' || cause === 'exit') child.stdin.write(`${cause}\n`);
    else child.kill(cause);
    await until('the program to end', () => child.exitCode !== null || child.signalCode !== null);
  } catch (error) {
    problems.push(`${String(error)} ${said}`);
    child.kill('SIGKILL');
  }
  await gone;
  problems.push(...(await run.leftovers()));
  return problems.map((problem) => `${problem} (${about})`);
}

/** Something that a copy of the configuration folder must not leave behind. */
function pretendLogin({ box }: AttackedRun): void {
  const folder = join(box.home, '.claude');
  mkdirSync(folder, { recursive: true });
  const login = { claudeAiOauth: { accessToken: 'a', refreshToken: 'r', expiresAt: 1 } };
  writeFileSync(join(folder, '.credentials.json'), JSON.stringify(login));
}
