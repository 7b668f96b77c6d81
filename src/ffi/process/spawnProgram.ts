import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { createRequire } from 'node:module';

type Spawn = (file: string, args: readonly string[], options: SpawnOptions) => ChildProcess;

let forWindows: Spawn | undefined;

/**
 * Starts a program. On Windows scripts and names without an ending need cross-spawn; elsewhere it
 * adds nothing, and loading it would take a part of the time until the first CLI is there.
 */
export function spawnProgram(
  file: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  if (process.platform !== 'win32') return spawn(file, args, options);
  forWindows ??= createRequire(import.meta.url)('cross-spawn') as Spawn;
  return forWindows(file, args, options);
}
