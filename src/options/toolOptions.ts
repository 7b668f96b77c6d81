import type { PermissionMode } from '../codec/permissions.js';
import type { ApprovalGate } from './approvalTypes.js';
import type { Hooks, OnElicitation, OnUserDialog, PermissionCallback } from './callbackTypes.js';
import type { McpServers } from './mcpTypes.js';

/** Which tools Claude has, and who gives permission to use them. */
export type ToolOptions = {
  /**
   * The built-in tools that Claude has: an array of names, `[]` for none, or
   * `{ type: 'preset', preset: 'claude_code' }` for all.
   *
   * @default all built-in tools
   */
  tools?: ToolSet;
  /**
   * Tools and rules that need no permission. This does not limit which tools exist: see `tools`.
   *
   * @example ['Read', 'Bash(git *)']
   */
  allowedTools?: string[];
  /** Tools and rules that are forbidden, even if something else allows them. */
  disallowedTools?: string[];
  /**
   * Redirects tool calls: if the model calls the tool on the left, the tool on the right runs.
   *
   * @example { Bash: 'mcp__workspace__bash' }
   */
  toolAliases?: Record<string, string>;
  /** Settings of built-in tools, such as the format of previews in questions. */
  toolConfig?: ToolConfig;
  /**
   * MCP servers by name: `stdio`, `sse` and `http` servers, or `{ type: 'sdk', name, instance }`
   * for a server in this program.
   *
   * @example { files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '.'] } }
   */
  mcpServers?: McpServers;
  /** The path of a JSON file with MCP servers, used in addition to `mcpServers`. */
  mcpConfigPath?: string;
  /** Use only the MCP servers named in these options, and none from settings or the project. */
  strictMcpConfig?: boolean;
  /** The skills that Claude can use, or `'all'`. They need no further permission. */
  skills?: string[] | 'all';
  /**
   * The plugins to load for this session.
   *
   * @example [{ type: 'local', path: './my-plugin' }]
   */
  plugins?: PluginConfig[];
  /**
   * How `plugins` reach the CLI: as flags, or over stdin in a session. Use `'initialize'` if there
   * are too many for a command line; it needs CLI 2.1.261 or later.
   *
   * @default 'argv'
   */
  pluginDelivery?: 'argv' | 'initialize';
  /**
   * Functions that are called on events of a run, such as before and after each tool.
   *
   * @example { PreToolUse: [{ matcher: 'Bash', hooks: [checkCommand], onFailure: 'deny' }] }
   */
  hooks?: Hooks;
  /**
   * What a failed hook answers, for hooks without an `onFailure` of their own.
   *
   * @default the CLI decides: a tool whose `PreToolUse` hook times out does not run, and a hook that
   * throws counts as `'continue'`
   */
  onHookFailure?: 'continue' | 'deny';
  /**
   * Accept hook events that this version of claude-actors does not know, for a newer CLI. Otherwise
   * an unknown event is refused, because the CLI would never call the hooks of a misspelt one.
   *
   * @default false
   */
  allowUnknownHookEvents?: boolean;
  /**
   * How tools get permission. In `startSession()` and `ClaudeSDKClient`, `'bypassPermissions'` also
   * needs `allowDangerouslySkipPermissions: true`; `query()` warns without it.
   *
   * @default the CLI's own default
   */
  permissionMode?: PermissionMode;
  /**
   * Allows the permission mode `bypassPermissions`, now or later in the session. Only the program
   * can set it: no environment variable or config file does.
   */
  allowDangerouslySkipPermissions?: boolean;
  /** Called for each tool call that no rule, permission mode or hook has decided. */
  canUseTool?: PermissionCallback;
  /**
   * Which tools need somebody's answer before they run, and where the questions wait for it: an
   * `Approvals`. In a pool, pass it to the pool instead.
   *
   * @example new Approvals({ tools: ['Bash', 'mcp__mail__*'] })
   */
  approvals?: ApprovalGate;
  /** The MCP tool that answers permission requests. Wins over `canUseTool`. */
  permissionPromptToolName?: string;
  /**
   * Who answers permission requests: `'host'` (your program), or `'none'` to deny them all.
   *
   * @default 'host'
   */
  permissionPrompts?: 'host' | 'none';
  /** Called when an MCP server asks the user for input. Without it, such a request fails. */
  onElicitation?: OnElicitation;
  /** Called when the CLI wants to show a dialog of one of the `supportedDialogKinds`. */
  onUserDialog?: OnUserDialog;
  /** The kinds of dialog that `onUserDialog` can show. */
  supportedDialogKinds?: string[];
};

/** The built-in tools that Claude has: names, or all of Claude Code's. */
export type ToolSet = string[] | { type: 'preset'; preset: 'claude_code' };

/** A plugin in a local folder. */
export type PluginConfig = {
  type: 'local';
  /** The plugin's folder. */
  path: string;
  /** Load the plugin without its MCP servers. */
  skipMcpDiscovery?: boolean;
};

/** Settings of built-in tools. */
export type ToolConfig = {
  /** Settings of the tool with which Claude asks the user a question. */
  askUserQuestion?: {
    /** The format of the previews that come with answers to choose from. */
    previewFormat?: 'markdown' | 'html';
  };
};
