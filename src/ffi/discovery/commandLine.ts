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

/** How the CLI at this path is started: a script by a runtime, anything else directly. */
export function commandFor(cliPath: string, options: RuntimeOptions = {}): CommandStart {
  if (!isJavaScript(cliPath)) return { file: cliPath, prefixArgs: [] };
  return {
    file: options.executable ?? process.execPath,
    prefixArgs: [...(options.executableArgs ?? []), cliPath],
  };
}
