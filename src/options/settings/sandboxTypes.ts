type Credential = {
  /** Make it unreadable, or replace its value. */
  mode: 'deny' | 'mask';
  /** A pattern for the part that is secret. */
  extract?: string;
  /** What happens if the pattern does not match. */
  onExtractNoMatch?: 'warn' | 'deny' | 'error';
  /** How the value is encoded. */
  decode?: 'jwt';
  /** The claims of a token to hide. */
  maskClaims?: string[];
  /** The hosts that get the real value. */
  injectHosts?: string[];
};

type SigV4Rule = 'deny' | 'passthrough';

/** How the sandbox handles credentials. */
export type SandboxCredentialsConfig = {
  /** Files with secrets. */
  files?: (Credential & { path: string; maskDuplicates?: boolean })[];
  /** Environment variables with secrets. */
  envVars?: (Credential & { name: string })[];
  /** Send real values over plain HTTP too. */
  allowPlaintextInject?: boolean;
  /** The variables that hold keys of AWS together. */
  awsPairs?: { accessKeyIdVar: string; secretAccessKeyVar: string; sessionTokenVar?: string }[];
  /** Which kinds of signed AWS requests pass. */
  sigv4?: { streaming?: SigV4Rule; presigned?: SigV4Rule; sigv4a?: SigV4Rule };
};

/** Which files commands may read and write. */
export type SandboxFilesystemConfig = {
  /** Paths that commands may read although `denyRead` covers them. */
  allowRead?: string[];
  /** Paths that commands may write to, besides the working directory. */
  allowWrite?: string[];
  /** Paths that commands may not read. */
  denyRead?: string[];
  /** Paths that commands may not write to. */
  denyWrite?: string[];
  /** Only a managed policy can allow reading. */
  allowManagedReadPathsOnly?: boolean;
  /** Turns the restrictions on files off. */
  disabled?: boolean;
};

/** What commands may reach over the network. */
export type SandboxNetworkConfig = {
  /** Hosts that commands may connect to. */
  allowedDomains?: string[];
  /** Hosts that commands may not connect to, even if they are allowed elsewhere. */
  deniedDomains?: string[];
  /** Deny every host that is not in `allowedDomains`, instead of asking. */
  strictAllowlist?: boolean;
  /** Only a managed policy can allow hosts. */
  allowManagedDomainsOnly?: boolean;
  /** Unix sockets that commands may use. */
  allowUnixSockets?: string[];
  /** Let commands use every Unix socket. */
  allowAllUnixSockets?: boolean;
  /** Let commands listen on local ports. */
  allowLocalBinding?: boolean;
  /** Services of macOS that commands may look up. */
  allowMachLookup?: string[];
  /** The port of your own HTTP proxy. The CLI does not apply the lists to its traffic. */
  httpProxyPort?: number;
  /** The port of your own SOCKS proxy. The CLI does not apply the lists to its traffic. */
  socksProxyPort?: number;
  /** The certificate with which the proxy reads encrypted traffic. */
  tlsTerminate?: { caCertPath?: string; caKeyPath?: string };
};

/**
 * How the CLI isolates the commands that Claude runs. Settings that are not listed here reach the
 * CLI unchanged.
 */
export type SandboxSettings = {
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
  excludedCommands?: string[];
  /** What commands may reach over the network. */
  network?: SandboxNetworkConfig;
  /** Which files commands may read and write. */
  filesystem?: SandboxFilesystemConfig;
  /** Secrets to hide from commands. */
  credentials?: SandboxCredentialsConfig;
  /** Violations that the CLI does not report, by command. */
  ignoreViolations?: Record<string, string[]>;
  /** Use a weaker sandbox inside a container. */
  enableWeakerNestedSandbox?: boolean;
  /** Let commands create user namespaces. */
  allowNestedUserNamespaces?: boolean;
  /** Isolate the network less, for programs that need it. */
  enableWeakerNetworkIsolation?: boolean;
  /** Let commands control other programs on macOS. */
  allowAppleEvents?: boolean;
  /** A ripgrep of your own, to be used by the sandbox. */
  ripgrep?: { command: string; args?: string[] };
  /** The path of `bwrap`. */
  bwrapPath?: string;
  /** The path of `socat`. */
  socatPath?: string;
  [setting: string]: unknown;
};
