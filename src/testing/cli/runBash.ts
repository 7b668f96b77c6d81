import type { ToolInput } from '../scenario.js';
import { bashOutcome, type Outcome } from './builtInTools.js';
import type { Cli } from './Cli.js';
import { realShell } from './disk/realShell.js';
import { runShell } from './shell.js';
import { VirtualFiles } from './VirtualFiles.js';

/** Runs a command over the files in memory, or in a real shell. */
export async function runBash(
  { files, env, life }: Cli,
  { command }: ToolInput,
  signal: AbortSignal,
): Promise<Outcome> {
  const line = String(command ?? '');
  if (files instanceof VirtualFiles) return bashOutcome(runShell(line, files));
  const ends = AbortSignal.any([signal, life]);
  return bashOutcome(await realShell(line, { cwd: files.cwd, env, signal: ends }));
}
