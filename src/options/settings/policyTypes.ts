type McpServerRule = {
  /** The name of the server. */
  serverName?: string;
  /** The command line that starts it. */
  serverCommand?: [string, ...string[]];
  /** Its address, as a pattern. */
  serverUrl?: string;
};

type HookCommon = {
  /** A permission rule that decides whether the hook runs. */
  if?: string;
  /** How long it may take, in seconds. */
  timeout?: number;
  /** What the CLI shows while it runs. */
  statusMessage?: string;
  /** Run it once in a session. */
  once?: boolean;
};

type OnFailure = {
  /** Whether what the event announces happens if the hook fails. */
  onFailure?: 'continue' | 'block';
};

/** A hook of a settings file. */
export type SettingsHook =
  | ({
      type: 'command';
      command: string;
      args?: string[];
      shell?: 'bash' | 'powershell';
      async?: boolean;
      asyncRewake?: boolean;
    } & HookCommon &
      OnFailure)
  | ({ type: 'prompt'; prompt: string; model?: string; continueOnBlock?: boolean } & HookCommon)
  | ({ type: 'agent'; prompt: string; model?: string } & HookCommon)
  | ({
      type: 'http';
      url: string;
      headers?: Record<string, string>;
      allowedEnvVars?: string[];
    } & HookCommon &
      OnFailure)
  | ({
      type: 'mcp_tool';
      server: string;
      tool: string;
      input?: Record<string, unknown>;
    } & HookCommon);

/** What Claude may do, and what users may change. */
export type PolicySettings = {
  /** The permission rules. */
  permissions?: {
    allow?: string[];
    deny?: string[];
    ask?: string[];
    defaultMode?: 'acceptEdits' | 'auto' | 'bypassPermissions' | 'default' | 'dontAsk' | 'plan';
    disableBypassPermissionsMode?: 'disable';
    disableAutoMode?: 'disable';
    denyInsteadOfPrompting?: boolean;
    additionalDirectories?: string[];
    blockReadsOutsideWorkingDirectories?: boolean;
    blockWritesOutsideWorkingDirectories?: boolean;
    blockReadsExemptPaths?: string[];
    workingDirectoriesAsGiven?: string[];
    [rule: string]: unknown;
  };
  /** What the permission mode `auto` allows and denies, in words. */
  autoMode?: {
    allow?: string[];
    soft_deny?: string[];
    hard_deny?: string[];
    environment?: string[];
    classifyAllShell?: boolean;
  };
  /** Forbids the permission mode `auto`. */
  disableAutoMode?: 'disable';
  /** Use the mode `auto` while planning. */
  useAutoModeDuringPlan?: boolean;
  /** The user has accepted the mode `auto`. */
  skipAutoPermissionPrompt?: boolean;
  /** The user has accepted the mode `bypassPermissions`. */
  skipDangerousModePermissionPrompt?: boolean;
  /** Hooks by event. */
  hooks?: Record<string, { matcher?: string; hooks: SettingsHook[] }[]>;
  /** Turns all hooks off, and the status line. */
  disableAllHooks?: boolean;
  /** Run only hooks of a managed policy. */
  allowManagedHooksOnly?: boolean;
  /** Addresses that hooks may call. */
  allowedHttpHookUrls?: string[];
  /** Environment variables that hooks may send. */
  httpHookAllowedEnvVars?: string[];
  /** Apply only permission rules of a managed policy. */
  allowManagedPermissionRulesOnly?: boolean;
  /** Allow only MCP servers of a managed policy. */
  allowManagedMcpServersOnly?: boolean;
  /** Allow every MCP server of claude.ai. */
  allowAllClaudeAiMcps?: boolean;
  /** Allow the browser extension beside managed MCP servers. */
  allowClaudeInChromeWithManagedMcp?: boolean;
  /** Approve all servers of the project's `.mcp.json`. */
  enableAllProjectMcpServers?: boolean;
  /** Servers of `.mcp.json` that are approved. */
  enabledMcpjsonServers?: string[];
  /** Servers of `.mcp.json` that are rejected. */
  disabledMcpjsonServers?: string[];
  /** Leave out the connectors of claude.ai. */
  disableClaudeAiConnectors?: boolean;
  /** MCP servers that everybody gets, by name. */
  managedMcpServers?: Record<string, Record<string, unknown>>;
  /** MCP servers that may be used. */
  allowedMcpServers?: McpServerRule[];
  /** MCP servers that may not be used. */
  deniedMcpServers?: McpServerRule[];
  /** The way to log in. */
  forceLoginMethod?: 'claudeai' | 'console' | 'gateway';
  /** The gateway to log in to. */
  forceLoginGatewayUrl?: string;
  /** The organization to log in to. */
  forceLoginOrgUUID?: string | string[];
  /** Networks in which a gateway may be. */
  gatewayInternalNetworks?: string[];
  /** Who may serve the API. */
  allowedProviders?: (
    | 'anthropic'
    | 'customEndpoint'
    | 'bedrock'
    | 'vertex'
    | 'foundry'
    | 'anthropicAws'
    | 'mantle'
    | 'gateway'
  )[];
  /** Whether settings of the program that starts the CLI add to a managed policy. */
  parentSettingsBehavior?: 'first-wins' | 'merge';
  /** Whether several managed policies are merged. */
  managedSourcesBehavior?: 'first-wins' | 'merge';
  /** Do not start without fresh settings of the organization. */
  forceRemoteSettingsRefresh?: boolean;
  /** A program that prints managed settings. */
  policyHelper?: { path: string; timeoutMs?: number; refreshIntervalMs?: number };
  /** Read the settings of Windows inside WSL. */
  wslInheritsWindowsSettings?: boolean;
  /** What happens to messages of other sessions. */
  crossSessionInbound?: 'accept' | 'hold' | 'refuse';
  /** Do not talk to sessions on other machines. */
  isolatePeerMachines?: boolean;
  /** Start nothing below this version. */
  minimumVersion?: string;
  /** Refuse to run below this version. */
  requiredMinimumVersion?: string;
  /** Refuse to run above this version. */
  requiredMaximumVersion?: string;
  /** Which releases the CLI updates to. */
  autoUpdatesChannel?: 'latest' | 'stable' | 'rc';
  /** What the organization tells its users at the start. */
  companyAnnouncements?: string[];
};
