import { basename } from 'node:path';
import { guardProgram } from './guardProgram.js';
import { guardScript } from './guardScript.js';

/** A helper process, for systems with a shell and without one. */
interface Helper {
  /** Shows in the list of processes. */
  name: string;
  /** For `/bin/sh`. Its first argument says how to list processes: `proc` or `ps`. */
  script: string;
  /** For Node. */
  program: string;
  /** More arguments, for both. */
  args?: readonly string[];
}

/** A way to run a helper process. */
export interface HelperRunner {
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

/** The ways to run the guard. */
export function guardRunners(platform: NodeJS.Platform, host?: RuntimeHost): HelperRunner[] {
  const guard = { name: 'claude-actors-guard', script: guardScript, program: guardProgram };
  return helperRunners(guard, platform, host);
}

/** The ways to run a helper, the cheapest first: a shell needs about 1 MB, Node about 40. */
export function helperRunners(
  { name, script, program, args = [] }: Helper,
  platform: NodeJS.Platform,
  host: RuntimeHost = thisProcess(),
): HelperRunner[] {
  const how = platform === 'linux' ? 'proc' : 'ps';
  const shell = { file: '/bin/sh', args: ['-c', script, name, how, ...args] };
  const node = nodeOf(host);
  return node ? [shell, { ...node, args: ['-e', program, name, ...args] }] : [shell];
}

/** The program that runs us, unless that is an application: it would start itself a second time. */
function nodeOf({ execPath, versions, isSingleExecutable }: RuntimeHost) {
  if (isSingleExecutable) return undefined;
  if (versions.electron) return { file: execPath, env: { ELECTRON_RUN_AS_NODE: '1' } };
  return /^(node|nodejs|bun)[-.\dv]*$/.test(basename(execPath)) ? { file: execPath } : undefined;
}

function thisProcess(): RuntimeHost {
  const { execPath, versions } = process;
  const sea = process.getBuiltinModule?.('node:sea') as { isSea(): boolean } | undefined;
  // `pkg` and `nexe` pack Node and an application into one file, too.
  const isPacked = 'pkg' in process || '__nexe' in process;
  return { execPath, versions, isSingleExecutable: isPacked || sea?.isSea() === true };
}
