import { ClaudeActorsError } from '../../errors.js';
import { pathsOf, searchedDirectories } from './cliCandidates.js';
import { type DiscoveryHost, thisDiscoveryHost } from './discoveryHost.js';

export interface RuntimeOptions {
  /** The JavaScript runtime for a CLI that is a script; this process's own by default. */
  executable?: string | undefined;
  /** Arguments of that runtime, before the script. */
  executableArgs?: readonly string[] | undefined;
}

export interface CommandStart {
  file: string;
  /** What comes before the CLI's own arguments. */
  prefixArgs: readonly string[];
}

/** Whether the path names a JavaScript file, which needs a runtime and no permission to execute. */
export function isJavaScript(path: string): boolean {
  return /\.[cm]?js$/i.test(path);
}

/** Whether Windows starts it directly; anything else it leaves to cmd.exe. */
export function isWindowsProgram(path: string): boolean {
  return /\.(?:exe|com)$/i.test(path);
}

/** How the CLI at this path is started: a script by a runtime, anything else directly. */
export function commandFor(
  cliPath: string,
  options: RuntimeOptions = {},
  host?: DiscoveryHost,
): CommandStart {
  if (!isJavaScript(cliPath)) return { file: cliPath, prefixArgs: [] };
  const { executable, executableArgs = [] } = options;
  return {
    file:
      executable === undefined
        ? process.execPath
        : runtimeAt(executable, host ?? thisDiscoveryHost()),
    prefixArgs: [...executableArgs, cliPath],
  };
}

/** The runtime's full path: a bare name would be looked up in the child's working directory too. */
function runtimeAt(executable: string, host: DiscoveryHost): string {
  const { join, resolve } = pathsOf(host);
  const windows = host.platform === 'win32';
  const name = windows && !isWindowsProgram(executable) ? `${executable}.exe` : executable;
  if (/[/\\]/.test(name)) return resolve(host.cwd, name);
  const found = searchedDirectories(host)
    .filter(({ source }) => source === 'PATH')
    .map(({ directory }) => join(directory, name))
    .find((path) => host.files.look(path) === 'executable');
  if (found !== undefined) return found;
  throw new ClaudeActorsError(
    'CliNotFound',
    `The runtime ${name} is in no directory of PATH. Install it, give \`executable\` its full path, or leave \`executable\` out to use this program's own.`,
    { option: 'executable', stage: 'discovery' },
  );
}
