import { ClaudeActorsError } from '../../errors.js';
import { type DiscoveryHost, nodeDiscoveryHost } from './discoveryHost.js';
import { pathsOf, searchDirectories } from './searchDirectories.js';

export interface ScriptRuntime {
  /** The JavaScript runtime for a CLI that is a script. Default: the one that runs this process. */
  executable?: string | undefined;
  /** Arguments for that runtime, before the script; they also come before those of a program. */
  executableArgs?: readonly string[] | undefined;
}

/** How to start the CLI. */
export interface CliCommand {
  file: string;
  /** The arguments before the CLI's own: those of the runtime, and the script. */
  prefixArgs: readonly string[];
}

/** Whether this is a JavaScript or TypeScript file. It needs a runtime, but no permission to execute. */
export function isJavaScript(path: string): boolean {
  return /\.(?:[cm]?js|[jt]sx?)$/i.test(path);
}

/** Whether Windows can start the file directly. It runs anything else with cmd.exe. */
export function isWindowsProgram(path: string): boolean {
  return /\.(?:exe|com)$/i.test(path);
}

/** How to start the CLI at this path: a script with a runtime, anything else directly. */
export function commandFor(
  cliPath: string,
  options: ScriptRuntime = {},
  host?: DiscoveryHost,
): CliCommand {
  const { executable, executableArgs = [] } = options;
  if (!isJavaScript(cliPath)) return { file: cliPath, prefixArgs: executableArgs };
  return {
    file:
      executable === undefined
        ? process.execPath
        : runtimePath(executable, host ?? nodeDiscoveryHost()),
    prefixArgs: [...executableArgs, cliPath],
  };
}

/** The same by name alone, for whoever starts the CLI somewhere else. */
export function commandElsewhere(
  cliPath: string,
  { executable = 'node', executableArgs = [] }: ScriptRuntime = {},
): CliCommand {
  if (!isJavaScript(cliPath)) return { file: cliPath, prefixArgs: executableArgs };
  return { file: executable, prefixArgs: [...executableArgs, cliPath] };
}

/** The runtime's full path. The system would look a bare name up in the child's `cwd` too. */
function runtimePath(executable: string, host: DiscoveryHost): string {
  const { join, resolve } = pathsOf(host);
  const windows = host.platform === 'win32';
  const name = windows && !isWindowsProgram(executable) ? `${executable}.exe` : executable;
  if (/[/\\]/.test(name)) return resolve(host.cwd, name);
  const found = searchDirectories(host)
    .filter(({ source }) => source === 'PATH')
    .map(({ directory }) => join(directory, name))
    .find((path) => host.files.fileState(path) === 'executable');
  if (found !== undefined) return found;
  throw new ClaudeActorsError(
    'CliNotFound',
    `The runtime ${name} was not found in PATH. Install it, set \`executable\` to its full path, or omit \`executable\` to use the runtime of this process.`,
    { option: 'executable', stage: 'discovery' },
  );
}
