import { basename } from 'node:path';
import { guardProgram } from './guardProgram.js';
import { guardScript } from './guardScript.js';

/** A way to run the guard. */
export interface GuardRunner {
  file: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
}

/** Node's `process`, as far as it shows whether its program is Node. */
export interface RuntimeHost {
  execPath: string;
  versions: Readonly<Record<string, string | undefined>>;
  isSingleExecutable: boolean;
}

/** The ways to run the guard, the cheapest first: a shell needs about 1 MB, Node about 40. */
export function guardRunners(
  platform: NodeJS.Platform,
  host: RuntimeHost = thisProcess(),
): GuardRunner[] {
  const how = platform === 'linux' ? 'proc' : 'ps';
  const shell = { file: '/bin/sh', args: ['-c', guardScript, 'claude-actors-guard', how] };
  const node = nodeRunner(host);
  return node ? [shell, node] : [shell];
}

/**
 * Runs the guard with the program that runs us, unless that is an application: it would start
 * itself a second time.
 */
function nodeRunner({ execPath, versions, isSingleExecutable }: RuntimeHost) {
  const args = ['-e', guardProgram, 'claude-actors-guard'];
  if (isSingleExecutable) return undefined;
  if (versions.electron) return { file: execPath, args, env: { ELECTRON_RUN_AS_NODE: '1' } };
  return /^(node|nodejs|bun)[-.\dv]*$/.test(basename(execPath))
    ? { file: execPath, args }
    : undefined;
}

function thisProcess(): RuntimeHost {
  const { execPath, versions } = process;
  const sea = process.getBuiltinModule?.('node:sea') as { isSea(): boolean } | undefined;
  // `pkg` and `nexe` pack Node and an application into one file, too.
  const isPacked = 'pkg' in process || '__nexe' in process;
  return { execPath, versions, isSingleExecutable: isPacked || sea?.isSea() === true };
}
