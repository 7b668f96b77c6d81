import type { JsonObject } from '../../codec/jsonObject.js';
import { builtInToolNames, structuredOutput } from './builtInTools.js';
import type { CliTurn } from './CliTurn.js';
import {
  account,
  agentList,
  commandList,
  fastModeOff,
  hostCapabilities,
  outputStyles,
  pluginList,
  sessionCapabilities,
  slashCommands,
} from './capabilities.js';
import type { Cli } from './cli.js';
import { configDirectory, projectDirectory } from './configFiles.js';
import { isEnabled } from './toolAccess.js';

/** Writes `system/init`, which starts every turn. */
export function writeInit(cli: Cli, { uuids }: CliTurn): void {
  cli.output.message(initFrame(cli, cli.traits.recent ? uuids : []));
}

function initFrame(cli: Cli, uuids: readonly string[]): JsonObject {
  const { traits, settings, files, mcp } = cli;
  return {
    type: 'system',
    subtype: 'init',
    cwd: files.cwd,
    tools: [
      ...[...builtInToolNames, structuredOutput].filter((name) => isEnabled(cli, name)),
      ...mcp.tools().map(({ fullName }) => fullName),
    ],
    mcp_servers: mcp.summaries(),
    model: settings.model,
    permissionMode: settings.mode,
    slash_commands: slashCommands,
    ...(traits.recent && { terminal_slash_commands: ['doctor'] }),
    apiKeySource: 'ANTHROPIC_API_KEY',
    claude_code_version: traits.version,
    output_style: 'default',
    agents: agentList(settings.agents).map(({ name }) => name),
    skills: slashCommands,
    plugins: pluginList(traits),
    ...(traits.recent && { capabilities: sessionCapabilities }),
    analytics_disabled: true,
    product_feedback_disabled: true,
    memory_paths: { auto: `${projectDirectory(cli)}/memory/` },
    fast_mode_state: 'off',
    ...(traits.recent && recentFields(cli.cwd)),
    ...(uuids.length > 0 && { user_message_uuids: uuids }),
  };
}

function recentFields(original_cwd: string): JsonObject {
  return {
    original_cwd,
    additional_directories: [],
    messaging_socket_path: '/run/dev/cli.sock',
    ...fastModeOff,
    per_turn_effort_active: true,
    ultrathink_available: false,
    ultrathink_typed_raises: false,
    view_mode: 'default',
  };
}

/** The answer to `initialize`. */
export function initializeAnswer(cli: Cli, state: string, hasHooks: boolean): JsonObject {
  const { traits, settings, pid } = cli;
  const answer = {
    commands: commandList(traits),
    agents: agentList(settings.agents),
    output_style: 'default',
    available_output_styles: outputStyles,
    models: traits.models,
    account,
    pid,
  };
  if (!traits.recent) return answer;
  return {
    ...answer,
    user_output_styles_dir: `${configDirectory(cli)}/output-styles`,
    claude_code_version: traits.version,
    current_permission_mode: settings.mode,
    ...(hasHooks && { hooks_applied: true }),
    hook_on_failure_supported: true,
    other_hook_ask_outranks_host: true,
    feedback_mode: { kind: 'disabled' },
    analytics_disabled: true,
    remote_control_auto_enable: false,
    remote_control_auto_connect_default: false,
    remote_control_available: false,
    remote_control_auto_on_by_default: false,
    ide_rc_auto_enable_gate: false,
    ...fastModeOff,
    session_state: state,
    capabilities: hostCapabilities,
  };
}
