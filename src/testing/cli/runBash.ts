import type { ToolInput } from '../scenario.js';
import { bashOutcome, type Outcome } from './builtInTools.js';
import type { Cli } from './Cli.js';
import { realShell } from './disk/realShell.js';
import { followShell } from './followShell.js';
import { runShell } from './shell.js';
import { VirtualFiles } from './VirtualFiles.js';

/** Runs a command over the files in memory, or in a real shell, which may take the session along. */
export async function runBash(
  cli: Cli,
  { command }: ToolInput,
  signal: AbortSignal,
  takesAlong = false,
): Promise<Outcome> {
  const { files, env, life } = cli;
  const line = String(command ?? '');
  if (files instanceof VirtualFiles) return bashOutcome(runShell(line, files));
  const ends = AbortSignal.any([signal, life]);
  const outcome = await realShell(line, { cwd: files.cwd, env, signal: ends });
  return bashOutcome(takesAlong ? await followShell(cli, outcome) : outcome);
}
