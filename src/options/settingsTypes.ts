/**
 * The CLI's settings, as in a settings file. The type is open, because most CLI versions add new
 * ones.
 *
 * @example { permissions: { deny: ['WebFetch'] }, env: { CI: '1' } }
 */
export type Settings = Readonly<Record<string, unknown>>;

/**
 * A settings file: `user` for the one in the home directory, `project` for the one that is checked
 * in with the project, `local` for the project's uncommitted one.
 */
export type SettingSource = 'user' | 'project' | 'local';

/** A file or variable with a secret, and what commands may see of it. */
export interface SandboxCredential {
  /** Make it unreadable, or replace its value. */
  mode: 'deny' | 'mask';
  [setting: string]: unknown;
}

/**
 * How the CLI isolates the commands that Claude runs. Settings that are not listed here reach the
 * CLI unchanged.
 */
export interface SandboxSettings {
  /** Whether commands run in a sandbox. */
  enabled?: boolean;
  /**
   * Whether the run fails if the sandbox cannot be set up. Otherwise it continues without one.
   *
   * @default true if `enabled` is true here
   */
  failIfUnavailable?: boolean;
  /** Run Bash commands without asking for permission if they are sandboxed. */
  autoAllowBashIfSandboxed?: boolean;
  /** Whether Claude may ask to run a command outside the sandbox. */
  allowUnsandboxedCommands?: boolean;
  /** Commands that always run outside the sandbox, such as `docker`. */
  excludedCommands?: readonly string[];
  /** What commands may reach over the network. */
  network?: {
    /** Hosts that commands may connect to. */
    allowedDomains?: readonly string[];
    /** Hosts that commands may not connect to, even if they are allowed elsewhere. */
    deniedDomains?: readonly string[];
    /** Deny every host that is not in `allowedDomains`, instead of asking. */
    strictAllowlist?: boolean;
    /** Unix sockets that commands may use. */
    allowUnixSockets?: readonly string[];
    /** Let commands use every Unix socket. */
    allowAllUnixSockets?: boolean;
    /** Let commands listen on local ports. */
    allowLocalBinding?: boolean;
    /** The port of your own HTTP proxy. The CLI does not apply the lists to its traffic. */
    httpProxyPort?: number;
    /** The port of your own SOCKS proxy. The CLI does not apply the lists to its traffic. */
    socksProxyPort?: number;
    [setting: string]: unknown;
  };
  /** Which files commands may read and write. */
  filesystem?: {
    /** Paths that commands may read although `denyRead` covers them. */
    allowRead?: readonly string[];
    /** Paths that commands may write to, besides the working directory. */
    allowWrite?: readonly string[];
    /** Paths that commands may not read. */
    denyRead?: readonly string[];
    /** Paths that commands may not write to. */
    denyWrite?: readonly string[];
    /** Turns the restrictions on files off. */
    disabled?: boolean;
    [setting: string]: unknown;
  };
  /** Secrets to hide from commands. */
  credentials?: {
    /** Files with secrets. */
    files?: readonly (SandboxCredential & {
      /** The path of the file. */
      path: string;
    })[];
    /** Environment variables with secrets. */
    envVars?: readonly (SandboxCredential & {
      /** The name of the variable. */
      name: string;
    })[];
    [setting: string]: unknown;
  };
  /** Violations that the CLI does not report, by command. */
  ignoreViolations?: Readonly<Record<string, readonly string[]>>;
  /** A ripgrep of your own, to be used by the sandbox. */
  ripgrep?: {
    /** The program. */
    command: string;
    /** Arguments for the program. */
    args?: readonly string[];
  };
  [setting: string]: unknown;
}
