type Headers = {
  /** HTTP headers to send with each request. */
  headers?: Record<string, string>;
  /** A command that prints such headers. */
  headersHelper?: string;
};

type GitPlace = { ref?: string; path?: string; sparsePaths?: string[]; skipLfs?: boolean };
type NpmSource = { source: 'npm'; package: string; version?: string; registry?: string };
type Pinned = { ref?: string; sha?: string };

/** Where a plugin comes from. */
export type PluginSource =
  | string
  | NpmSource
  | ({ source: 'url'; url: string } & Pinned)
  | ({ source: 'github'; repo: string } & Pinned)
  | ({ source: 'git-subdir'; url: string; path: string } & Pinned)
  | { source: 'archive'; url: string; sha256?: string }
  | { source: 'command'; command: string; timeout?: number; mode?: 'copy' | 'link' }
  | { source: 'unsupported'; error?: string };

/** A plugin that a marketplace in the settings offers. */
export type MarketplacePlugin = Headers & {
  /** The name of the plugin. */
  name: string;
  /** Where it comes from. */
  source: PluginSource;
  /** What it does. */
  description?: string;
  /** Its version. */
  version?: string;
  /** Whether the plugin must describe itself. */
  strict?: boolean;
  /** The versions of the CLI that it works with. */
  engines?: Record<string, unknown>;
};

/** Where a marketplace of plugins comes from. */
export type MarketplaceSource =
  | ({ source: 'url'; url: string } & Headers)
  | ({ source: 'github'; repo: string } & GitPlace)
  | ({ source: 'git'; url: string } & GitPlace)
  | NpmSource
  | { source: 'file'; path: string }
  | { source: 'directory'; path: string }
  | { source: 'skills-dir' }
  | { source: 'hostPattern'; hostPattern: string }
  | { source: 'pathPattern'; pathPattern: string }
  | {
      source: 'settings';
      name: string;
      plugins: MarketplacePlugin[];
      owner?: { name: string; email?: string; url?: string };
    };

/** Marketplaces of plugins, by name. */
export type Marketplaces = Record<
  string,
  {
    source: MarketplaceSource;
    installLocation?: string;
    autoUpdate?: boolean;
    pluginDigests?: Record<string, string[]>;
  }
>;

type PluginOption = string | number | boolean | string[];

/** Which plugins and marketplaces there are. */
export type PluginSettings = {
  /** Plugins that are on or off, by `name@marketplace`. */
  enabledPlugins?: Record<string, string[] | boolean | Record<string, unknown>>;
  /** Plugins that come before all others. */
  prependPlugins?: string[];
  /** Plugins that come after all others. */
  appendPlugins?: string[];
  /** Marketplaces besides the official one. */
  extraKnownMarketplaces?: Marketplaces;
  /** Marketplaces besides those of other settings. */
  additionalMarketplaces?: Marketplaces;
  /** The only marketplaces that users may add. */
  strictKnownMarketplaces?: MarketplaceSource[];
  /** Marketplaces that users may add. */
  allowedMarketplaces?: MarketplaceSource[];
  /** Marketplaces that users may not add. */
  blockedMarketplaces?: MarketplaceSource[];
  /** Refuse plugins that a command fetches. */
  disableCommandPluginSources?: boolean;
  /** Refuse flags that load plugins and settings. */
  disableSideloadFlags?: boolean;
  /** Marketplaces whose plugins the CLI may suggest. */
  pluginSuggestionMarketplaces?: string[];
  /** Options of plugins and of their MCP servers, by plugin. */
  pluginConfigs?: Record<
    string,
    | {
        mcpServers?: Record<string, Record<string, PluginOption>>;
        options?: Record<string, PluginOption>;
      }
    | Record<string, unknown>
  >;
  /** What users see before they trust a plugin. */
  pluginTrustMessage?: string;
  /** Only plugins may add these kinds of things; true for all. */
  strictPluginOnlyCustomization?: boolean | ('skills' | 'agents' | 'hooks' | 'mcp')[];
  /** Plugins that may open channels. */
  allowedChannelPlugins?: { marketplace: string; plugin: string }[];
  /** Whether channels are on. */
  channelsEnabled?: boolean;
  /** Load the plugins of the claude.ai account. */
  syncClaudeAiPlugins?: boolean;
  /** Load the skills of the claude.ai account. */
  syncClaudeAiSkills?: boolean;
  /** Whether a skill is on, and who may use it, by name. */
  skillOverrides?: Record<string, 'on' | 'name-only' | 'user-invocable-only' | 'off'>;
  /** Leave out the skills that come with the CLI. */
  disableBundledSkills?: boolean;
  /** Keep skills from running shell commands while they load. */
  disableSkillShellExecution?: boolean;
  /** The longest description of a skill that the model sees. */
  skillListingMaxDescChars?: number;
  /** The part of the context window that descriptions of skills may fill. */
  skillListingBudgetFraction?: number;
};
