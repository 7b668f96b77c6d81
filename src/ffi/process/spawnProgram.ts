import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { createRequire } from 'node:module';

type Spawn = (file: string, args: readonly string[], options: SpawnOptions) => ChildProcess;

let crossSpawn: Spawn | undefined;

/**
 * Starts a program. On Windows, scripts and names without an extension need cross-spawn. Elsewhere
 * cross-spawn adds nothing, so it is not loaded: that would delay the first CLI.
 */
export function spawnProgram(
  file: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  if (process.platform !== 'win32') return spawn(file, args, options);
  crossSpawn ??= createRequire(import.meta.url)('cross-spawn') as Spawn;
  return crossSpawn(file, args, options);
}
