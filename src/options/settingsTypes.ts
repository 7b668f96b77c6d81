/** The CLI's settings, as in a settings file. New ones come with most versions, so it is open. */
export type Settings = Readonly<Record<string, unknown>>;

export type SettingSource = 'user' | 'project' | 'local';

export interface SandboxCredential {
  mode: 'deny' | 'mask';
  [setting: string]: unknown;
}

/** How commands are shut in. Settings that are not listed pass on as they are. */
export interface SandboxSettings {
  enabled?: boolean;
  /** Where the sandbox cannot be set up: fail, or run without. True if `enabled` is set here. */
  failIfUnavailable?: boolean;
  autoAllowBashIfSandboxed?: boolean;
  allowUnsandboxedCommands?: boolean;
  excludedCommands?: readonly string[];
  network?: {
    allowedDomains?: readonly string[];
    deniedDomains?: readonly string[];
    strictAllowlist?: boolean;
    allowUnixSockets?: readonly string[];
    allowAllUnixSockets?: boolean;
    allowLocalBinding?: boolean;
    httpProxyPort?: number;
    socksProxyPort?: number;
    [setting: string]: unknown;
  };
  filesystem?: {
    allowRead?: readonly string[];
    allowWrite?: readonly string[];
    denyRead?: readonly string[];
    denyWrite?: readonly string[];
    disabled?: boolean;
    [setting: string]: unknown;
  };
  credentials?: {
    files?: readonly (SandboxCredential & { path: string })[];
    envVars?: readonly (SandboxCredential & { name: string })[];
    [setting: string]: unknown;
  };
  ignoreViolations?: Readonly<Record<string, readonly string[]>>;
  ripgrep?: { command: string; args?: readonly string[] };
  [setting: string]: unknown;
}
