// Runs one case on one target, and looks at what it leaves behind.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import {
  familyOf,
  hasProc,
  kill,
  markerVariable,
  processesOf,
  stillRunning,
  until,
} from './processes.mjs';

/** How long a case may take, and how long what it started may take to be gone. */
export const caseMs = 60_000;
const goneMs = 10_000;

/** Resolves with undefined if the case passed, or else with what went wrong. */
export async function runCase(target, { program, args = [], check }, { folder, project }) {
  const marker = randomUUID();
  // One folder per run. Wine cannot use a pipe as the output of the first process, so it is a file.
  const place = join(folder, marker);
  mkdirSync(place);
  // Some cases run as another user.
  chmodSync(place, 0o777);
  const output = openSync(join(place, 'output'), 'w+', 0o666);
  const {
    file,
    args: ownArgs,
    env,
  } = target.command(join(project, 'cases', program), args, folder);
  const child = spawn(file, ownArgs, {
    cwd: project,
    env: { ...env, [markerVariable]: marker, CASE_TOOL_FILE: target.path(join(place, 'tool')) },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const run = {
    marker,
    target,
    pid: child.pid,
    toolFile: join(place, 'tool'),
    output: () => readFileSync(join(place, 'output'), 'utf8'),
    exit: new Promise((resolve, reject) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
      child.once('error', reject);
    }),
  };
  try {
    const problem = await check(run);
    if (problem) return `${problem}\n${run.output()}`;
    await until(() => processesOf(marker).length === 0, goneMs);
    const left = processesOf(marker).map(({ argv }) => argv.join(' ').slice(0, 200));
    return left.length > 0 ? `left running:\n${left.join('\n')}\n${run.output()}` : undefined;
  } catch (error) {
    return `${error.message}\n${run.output()}`;
  } finally {
    kill(processesOf(marker));
  }
}

/** The program exits with 0, and says so. */
export async function succeeds(run) {
  const exit = await withDeadline(run);
  if (exit === undefined) return `did not exit within ${caseMs} ms`;
  const isOk = exit.code === 0 && /^ok\r?$/m.test(run.output());
  return isOk ? undefined : `exited with ${exit.signal ?? exit.code}`;
}

/** The program ends by itself while its CLI is busy. */
export const endsWith = (code) => async (run) => {
  const seen = new Map();
  const timer = setInterval(() => {
    const program = programOf(run);
    for (const entry of program ? familyOf(program.pid) : []) seen.set(entry.pid, entry);
  }, 30);
  const exit = await withDeadline(run);
  clearInterval(timer);
  if (exit?.code !== code) return `exited with ${exit?.signal ?? exit?.code}, not ${code}`;
  if (!readyPids(run)) return 'did not start its CLI';
  return outlived([...seen.values(), ...childrenNamedBy(run)]);
};

/** The program is killed while its CLI is busy, and everything it has started ends. */
export const killedBy = (signal) => async (run) => {
  if (!(await until(() => readyPids(run), caseMs))) return 'did not start its CLI';
  const pid = programOf(run)?.pid ?? run.pid;
  // Under Wine, the children of a program are no children of its process.
  const family = [...familyOf(pid), ...processesOf(run.marker), ...childrenNamedBy(run)];
  if (family.length < 2) return 'no CLI was running';
  process.kill(pid, signal);
  const exit = await withDeadline(run, goneMs);
  if (exit === undefined) return `did not end after ${signal}`;
  const isExpected =
    exit.signal === signal || exit.code === 128 + constants.signals[signal] || run.target.hidesExit;
  if (!isExpected) return `ended with ${exit.signal ?? exit.code} after ${signal}`;
  return outlived(family);
};

/** What `parent.mjs` has said about its processes. */
function readyPids(run) {
  const [, text] = /^ready (\{.+\})$/m.exec(run.output()) ?? [];
  return text === undefined ? undefined : JSON.parse(text);
}

/** Without /proc, these are all that can be watched. */
function childrenNamedBy(run) {
  if (hasProc) return [];
  const { cli, tool } = readyPids(run);
  return [cli, tool].map((pid) => ({ pid, argv: [`the process ${pid}`] }));
}

/** The program kills itself. */
export async function diesBySigkill(run) {
  const exit = await withDeadline(run);
  return exit?.signal === 'SIGKILL' ? undefined : `ended with ${exit?.signal ?? exit?.code}`;
}

async function outlived(family) {
  await until(() => stillRunning(family).length === 0, goneMs);
  const left = stillRunning(family);
  kill(left);
  return left.length > 0
    ? `outlived by: ${left.map(({ argv }) => argv.join(' ').slice(0, 200)).join('; ')}`
    : undefined;
}

/** The runtime itself, not what it is wrapped in. */
function programOf({ marker }) {
  return processesOf(marker).find(
    ({ argv }) =>
      /(^|[\\/])(node|bun|deno)[^\\/]*$/.test(argv[0]) &&
      argv.some((arg) => /parent\.mjs$/.test(arg)),
  );
}

async function withDeadline({ exit }, milliseconds = caseMs) {
  let timer;
  const deadline = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  const first = await Promise.race([exit, deadline]);
  clearTimeout(timer);
  return first;
}
