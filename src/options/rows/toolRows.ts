import { checkHookOption } from '../checkHookOption.js';
import { checkServers } from '../checkServers.js';
import { processServers, sdkServerConfigs, sdkServerNames } from '../mcpShapes.js';
import type { OptionRows } from '../optionRow.js';
import { pluginFlags, previewFormat, toolNames } from '../shapes.js';

const inSettings = 'Move rules to settings.permissions, in a settings file if they are many.';

/** What Claude can use, and who says yes to it. */
export const toolRows = {
  tools: {
    doc: "The built-in tools that exist: names, or `{ type: 'preset', preset: 'claude_code' }`; `[]` for none.",
    type: ['stringList', 'record'],
    default: 'all',
    flags: [{ kind: 'list', flag: 'tools', keepEmpty: true, from: toolNames }],
  },
  allowedTools: {
    doc: 'Tools and rules (`Bash(git *)`) that need no permission.',
    type: ['stringList'],
    flags: [{ kind: 'list', flag: 'allowedTools' }],
    whenTooLong: inSettings,
  },
  disallowedTools: {
    doc: 'Tools and rules that are forbidden, whatever else allows them.',
    type: ['stringList'],
    flags: [{ kind: 'list', flag: 'disallowedTools' }],
    whenTooLong: inSettings,
  },
  toolAliases: {
    doc: 'Other names for tools: what the model calls, and what is run for it.',
    type: ['record'],
    initialize: [{ field: 'toolAliases' }],
  },
  toolConfig: {
    doc: 'Settings of built-in tools, such as the format of question previews.',
    type: ['record'],
    childVariable: {
      name: 'CLAUDE_CODE_QUESTION_PREVIEW_FORMAT',
      from: previewFormat,
    },
  },
  mcpServers: {
    doc: "MCP servers by name: stdio, SSE, HTTP, or `{ type: 'sdk', name, instance }` in this program.",
    type: ['record'],
    check: checkServers,
    flags: [{ kind: 'json', flag: 'mcp-config', from: processServers, always: true }],
    initialize: [
      { field: 'sdkMcpServers', from: sdkServerNames },
      { field: 'sdkMcpServerConfigs', from: sdkServerConfigs },
    ],
    needsSession: (servers) => sdkServerNames(servers) !== undefined,
    whenTooLong: 'Write the servers to a file and name it in mcpConfigPath.',
  },
  mcpConfigPath: {
    doc: 'A file with MCP servers, used together with `mcpServers`.',
    type: ['string'],
    flags: [{ kind: 'value', flag: 'mcp-config' }],
  },
  strictMcpConfig: {
    doc: 'Use only the MCP servers named here, none from settings or the project.',
    type: ['boolean'],
    flags: [{ kind: 'switch', flag: 'strict-mcp-config' }],
  },
  skills: {
    doc: "The skills that Claude sees, or `'all'`; they need no further permission.",
    type: ['stringList', 'oneOf'],
    values: ['all'],
    initialize: [{ field: 'skills', from: (skills) => (skills === 'all' ? undefined : skills) }],
    needsSession: (skills) => skills !== 'all',
  },
  plugins: {
    doc: "Plugins for this session: `{ type: 'local', path }`.",
    type: ['recordList'],
    flags: [
      {
        kind: 'pairs',
        names: ['plugin-dir', 'plugin-dir-no-mcp'],
        from: (plugins, { pluginDelivery }) => {
          const flags = pluginFlags(plugins);
          return pluginDelivery === 'initialize' ? undefined : flags;
        },
        always: true,
      },
    ],
    initialize: [
      {
        field: 'plugins',
        from: (plugins, { pluginDelivery }) =>
          pluginDelivery === 'initialize' && plugins.length > 0 ? plugins : undefined,
      },
    ],
    needsSession: () => false,
    whenTooLong: "Set pluginDelivery: 'initialize'.",
  },
  pluginDelivery: {
    doc: 'How `plugins` reach the CLI: as flags, or in a session through stdin (CLI 2.1.261 and later).',
    type: ['oneOf'],
    values: ['argv', 'initialize'],
    default: 'argv',
    flags: [
      {
        kind: 'switch',
        flag: 'await-initialize',
        from: (delivery, { plugins }) => delivery === 'initialize' && (plugins?.length ?? 0) > 0,
      },
    ],
    needsSession: (delivery, { plugins }) =>
      delivery === 'initialize' && (plugins?.length ?? 0) > 0,
  },
  hooks: {
    doc: 'Callbacks for events of the run, such as `PreToolUse`.',
    type: ['record'],
    check: checkHookOption,
    inConfigFile: false,
    needsSession: (hooks) => Object.values(hooks).some((matchers) => (matchers?.length ?? 0) > 0),
  },
  permissionMode: {
    doc: 'How tools get permission; `bypassPermissions` needs `allowDangerouslySkipPermissions`.',
    type: ['string'],
    values: ['default', 'acceptEdits', 'bypassPermissions', 'plan', 'dontAsk', 'auto'],
    default: "the CLI's own",
    flags: [{ kind: 'value', flag: 'permission-mode' }],
    variable: 'CLAUDE_PERMISSION_MODE',
  },
  allowDangerouslySkipPermissions: {
    doc: 'Lets the session go into `bypassPermissions`, now or later.',
    type: ['boolean'],
    flags: [{ kind: 'switch', flag: 'allow-dangerously-skip-permissions' }],
    // Only the program itself may say so.
    inConfigFile: false,
  },
  canUseTool: {
    doc: 'Asked for each tool that no rule, mode or hook has decided.',
    type: ['function'],
    flags: [{ kind: 'value', flag: 'permission-prompt-tool', from: () => 'stdio' }],
    needsSession: () => true,
  },
  permissionPromptToolName: {
    doc: 'An MCP tool that answers permission questions; wins over `canUseTool`.',
    type: ['string'],
    flags: [{ kind: 'value', flag: 'permission-prompt-tool' }],
  },
  permissionPrompts: {
    doc: "Who answers permission questions: `'host'`, or `'none'` to deny them all.",
    type: ['oneOf'],
    values: ['host', 'none'],
    default: 'host',
    flags: [
      {
        kind: 'value',
        flag: 'permission-prompts',
        // `host` is what a CLI that does not know the flag does anyway.
        from: (who) => (who === 'none' ? who : undefined),
      },
    ],
  },
  onElicitation: {
    doc: 'Answers an MCP server that asks the user for input.',
    type: ['function'],
    needsSession: () => true,
  },
  onUserDialog: {
    doc: 'Shows the dialogs that `supportedDialogKinds` names.',
    type: ['function'],
    needsSession: () => true,
  },
  supportedDialogKinds: {
    doc: 'The dialogs that `onUserDialog` can show.',
    type: ['stringList'],
    initialize: [{ field: 'supportedDialogKinds' }],
  },
} satisfies OptionRows;
