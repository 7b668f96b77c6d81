import { permissionModes } from '../../codec/permissions.js';
import { checkMethods } from '../checks/simpleChecks.js';
import { pluginFlags, previewFormat, toolNames } from '../flagValues.js';
import { checkHookOption } from '../hookEvents.js';
import {
  checkMcpServers,
  processServers,
  sdkServerConfigs,
  sdkServerNames,
} from '../mcpServers.js';
import type { OptionRows } from './optionRow.js';

const inSettings =
  'Move the rules to `permissions` in `settings`, and to a settings file if there are many.';

/** Rows of `ToolOptions`. */
export const toolRows = {
  tools: {
    type: ['stringList', 'record'],
    flags: [{ kind: 'list', flag: 'tools', keepEmpty: true, from: toolNames }],
  },
  allowedTools: {
    type: ['stringList'],
    flags: [{ kind: 'list', flag: 'allowedTools' }],
    whenTooLong: inSettings,
  },
  disallowedTools: {
    type: ['stringList'],
    flags: [{ kind: 'list', flag: 'disallowedTools' }],
    whenTooLong: inSettings,
  },
  toolAliases: {
    type: ['record'],
    initialize: [{ field: 'toolAliases' }],
  },
  toolConfig: {
    type: ['record'],
    cliVariable: {
      name: 'CLAUDE_CODE_QUESTION_PREVIEW_FORMAT',
      from: previewFormat,
    },
  },
  mcpServers: {
    type: ['record'],
    check: checkMcpServers,
    flags: [{ kind: 'json', flag: 'mcp-config', from: processServers, alsoInSession: true }],
    initialize: [
      { field: 'sdkMcpServers', from: sdkServerNames },
      { field: 'sdkMcpServerConfigs', from: sdkServerConfigs },
    ],
    needsSession: (servers) => sdkServerNames(servers) !== undefined,
    whenTooLong: 'Write the servers to a file and pass its path in `mcpConfigPath`.',
  },
  mcpConfigPath: {
    type: ['string'],
    flags: [{ kind: 'value', flag: 'mcp-config' }],
  },
  strictMcpConfig: {
    type: ['boolean'],
    flags: [{ kind: 'switch', flag: 'strict-mcp-config' }],
  },
  skills: {
    type: ['stringList', 'oneOf'],
    values: ['all'],
    initialize: [{ field: 'skills', from: (skills) => (skills === 'all' ? undefined : skills) }],
    needsSession: (skills) => skills !== 'all',
  },
  plugins: {
    type: ['recordList'],
    flags: [
      {
        kind: 'pairs',
        names: ['plugin-dir', 'plugin-dir-no-mcp'],
        from: (plugins, { pluginDelivery }) => {
          const flags = pluginFlags(plugins);
          return pluginDelivery === 'initialize' ? undefined : flags;
        },
        alsoInSession: true,
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
    type: ['oneOf'],
    values: ['argv', 'initialize'],
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
    type: ['record'],
    check: checkHookOption,
    inConfigFile: false,
    needsSession: (hooks) => Object.values(hooks).some((matchers) => (matchers?.length ?? 0) > 0),
  },
  onHookFailure: {
    type: ['oneOf'],
    values: ['continue', 'deny'],
    inConfigFile: false,
  },
  allowUnknownHookEvents: {
    type: ['boolean'],
    inConfigFile: false,
  },
  permissionMode: {
    type: ['oneOf'],
    values: permissionModes,
    flags: [{ kind: 'value', flag: 'permission-mode' }],
    variable: 'CLAUDE_PERMISSION_MODE',
  },
  allowDangerouslySkipPermissions: {
    type: ['boolean'],
    flags: [{ kind: 'switch', flag: 'allow-dangerously-skip-permissions' }],
    // Only the program itself may allow this.
    inConfigFile: false,
  },
  canUseTool: {
    type: ['function'],
    flags: [{ kind: 'value', flag: 'permission-prompt-tool', from: () => 'stdio' }],
    needsSession: () => true,
  },
  approvals: {
    type: ['object'],
    check: checkMethods('approvals', 'decide', 'runEnded', 'follow'),
    needsSession: () => true,
  },
  permissionPromptToolName: {
    type: ['string'],
    flags: [{ kind: 'value', flag: 'permission-prompt-tool' }],
  },
  permissionPrompts: {
    type: ['oneOf'],
    values: ['host', 'none'],
    flags: [
      {
        kind: 'value',
        flag: 'permission-prompts',
        // `host` is the default; not passing it keeps older CLIs without the flag working.
        from: (who) => (who === 'none' ? who : undefined),
      },
    ],
  },
  onElicitation: {
    type: ['function'],
    needsSession: () => true,
  },
  onUserDialog: {
    type: ['function'],
    needsSession: () => true,
  },
  supportedDialogKinds: {
    type: ['stringList'],
    initialize: [{ field: 'supportedDialogKinds' }],
  },
} satisfies OptionRows;
