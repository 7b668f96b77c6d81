import { fakeCli } from '../../src/testing/fakeCli.js';
import type { Scenario } from '../../src/testing/scenario.js';
import { simulatedClock } from '../../src/testing/simulatedClock.js';
import { settle } from '../support/simulated.js';
import { startCli } from '../support/startCli.js';
import type { CliEntry } from './cliRecordings.js';
import { isObject, type Json } from './json.js';

export interface Played {
  frames: Json[];
  exit: { code: number | null; signal: string | null; stderr: string };
}

const step = 10;
const limit = 60_000;

/**
 * Plays the host's side of a recording to the simulated CLI. Each line is written once the CLI has
 * written as many frames as it had in the recording.
 */
export async function playHost(
  entries: readonly CliEntry[],
  scenario: Scenario,
  env: Record<string, string>,
): Promise<Played> {
  const clock = simulatedClock();
  const cli = fakeCli(scenario, { clock });
  const [argv] = entries;
  if (argv?.dir !== 'argv') throw new Error('a recording begins with the arguments');
  const stdin = argv.args.includes('--input-format') ? 'pipe' : 'ignore';
  const command = {
    file: 'claude',
    args: argv.args,
    env,
    cwd: '/home/dev/project',
    stdin,
  } as const;
  const { handle, seen } = startCli(cli.port, command);
  const frames = () =>
    seen
      .stdout()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Json);
  const until = async (isSo: () => boolean) => {
    for (let passed = 0; passed < limit; passed += step) {
      await settle();
      if (isSo()) return;
      clock.increment(step);
    }
  };
  const recorded: Json[] = [];
  let heard = -1;
  const catchUp = async () => {
    heard = recorded.length;
    await until(() => frames().length >= recorded.length || seen.exit !== undefined);
  };
  let isClosed = false;
  for (const entry of entries) {
    if (entry.dir === 'out') {
      recorded.push(entry.message);
    } else if (entry.dir === 'in' || entry.dir === 'signal') {
      // Lines that were written in a row are written in a row again.
      if (recorded.length > heard) {
        await catchUp();
        // A signal meets a CLI that has come to rest since its last frame.
        if (entry.dir === 'signal') await settle();
      }
      if (entry.dir === 'signal') handle.kill(entry.signal);
      else if (entry.line !== undefined) handle.write(`${entry.line}\n`, () => {});
      else if (entry.eof) handle.end();
      else
        handle.write(`${JSON.stringify(renamed(entry.message, recorded, frames()))}\n`, () => {});
      // An answer has its effect before the host goes on.
      if (entry.dir === 'in' && entry.message?.type === 'control_response') await settle();
      isClosed ||= entry.dir === 'signal' || entry.eof === true;
    } else if (entry.dir === 'exit') {
      await catchUp();
      // The recording has the exit code, but not what ended the process from outside.
      if (entry.code === 143 && !isClosed) handle.kill('SIGTERM');
      await until(() => seen.exit !== undefined);
    }
  }
  const { code = null, signal = null } = seen.exit ?? {};
  return { frames: frames(), exit: { code, signal, stderr: seen.stderr() } };
}

/** What the host wrote, with the ids that the recorded CLI gave replaced by the simulated one's. */
function renamed(message: Json, recorded: readonly Json[], simulated: readonly Json[]): Json {
  const names = new Map<string, string>();
  const pair = (left: unknown, right: unknown): void => {
    if (typeof left === 'string' && typeof right === 'string') names.set(left, right);
    else if (isObject(left) && isObject(right)) {
      for (const [key, part] of Object.entries(left)) {
        if (/(^|_)id$/.test(key) || isObject(part)) pair(part, right[key]);
      }
    }
  };
  recorded.forEach((frame, index) => {
    pair(frame, simulated[index]);
  });
  const rename = (value: unknown): unknown => {
    if (typeof value === 'string') return names.get(value) ?? value;
    if (Array.isArray(value)) return value.map(rename);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rename(part)]));
  };
  return rename(message) as Json;
}
