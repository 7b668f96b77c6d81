import type { OperationSettings } from './actors/bounded.js';
import type { McpBridge } from './actors/mcp/mcpBridge.js';
import { replaceServers } from './actors/mcp/replaceServers.js';
import type { PermissionMode } from './codec/permissions.js';
import type {
  AccountInfo,
  AgentInfo,
  ContextUsage,
  InitializeResponse,
  InterruptReceipt,
  McpResource,
  McpServerStatus,
  McpSetServersResult,
  ModelInfo,
  ReadFile,
  ReloadedPlugins,
  RequestsToCli,
  RewindFilesResult,
  SlashCommand,
  ToCliSubtype,
} from './codec/requestsToCli.js';
import { ClaudeActorsError } from './errors.js';
import type { PluginConfig } from './options/agentTypes.js';
import type { McpServerConfig } from './options/mcpTypes.js';
import type { Settings } from './options/settingsTypes.js';

export type { OperationSettings } from './actors/bounded.js';

/** The control operations that a session and a query share; who extends it says how they are sent. */
export abstract class Controls {
  /** The CLI's answer to the handshake. */
  abstract get initialization(): Promise<InitializeResponse>;
  protected abstract initialized(settings?: OperationSettings): Promise<InitializeResponse>;
  /** Any control request by its name on the wire: new CLIs bring new ones most weeks. */
  abstract request(
    subtype: string,
    fields?: object,
    settings?: OperationSettings,
  ): Promise<unknown>;
  /** The MCP servers that live in this program. */
  protected abstract readonly bridge: McpBridge;
  /** Whether the CLI was started so that it can take files back. */
  protected abstract readonly canRewind: boolean;

  /** Replaces the servers that live in this program and those that earlier calls added. */
  async setMcpServers(
    servers: Readonly<Record<string, McpServerConfig>>,
    settings?: OperationSettings,
  ): Promise<McpSetServersResult> {
    const request = (subtype: string, fields: object) => this.request(subtype, fields, settings);
    return replaceServers(this.bridge, servers, request);
  }

  /** Ends the turn that runs. Resolves when the CLI has taken note; the result follows. */
  async interrupt(settings?: OperationSettings): Promise<InterruptReceipt | undefined> {
    const receipt = await this.#ask('interrupt', {}, settings);
    const { still_queued: stillQueued } = receipt ?? {};
    return Array.isArray(stillQueued) ? { ...receipt, still_queued: stillQueued } : undefined;
  }

  async setPermissionMode(mode: PermissionMode, settings?: OperationSettings): Promise<void> {
    await this.#ask('set_permission_mode', { mode }, settings);
  }

  /** Without a name: the CLI's default. */
  async setModel(model?: string, settings?: OperationSettings): Promise<void> {
    await this.#ask('set_model', { model }, settings);
  }

  async setMaxThinkingTokens(
    maxThinkingTokens: number | null,
    thinkingDisplay?: string | null,
    settings?: OperationSettings,
  ): Promise<void> {
    const fields = { max_thinking_tokens: maxThinkingTokens, thinking_display: thinkingDisplay };
    await this.#ask('set_max_thinking_tokens', fields, settings);
  }

  /** Takes files back to what they were when the message with this uuid was sent. */
  async rewindFiles(
    userMessageId: string,
    { dryRun, ...settings }: OperationSettings & { dryRun?: boolean } = {},
  ): Promise<RewindFilesResult> {
    if (!this.canRewind) throw noCheckpoints();
    const fields = { user_message_id: userMessageId, dry_run: dryRun };
    return this.#ask('rewind_files', fields, settings);
  }

  async mcpServerStatus(settings?: OperationSettings): Promise<McpServerStatus[]> {
    const { mcpServers } = await this.#ask('mcp_status', {}, settings);
    return mcpServers;
  }

  async reconnectMcpServer(serverName: string, settings?: OperationSettings): Promise<void> {
    await this.#ask('mcp_reconnect', { serverName }, settings);
  }

  async toggleMcpServer(
    serverName: string,
    enabled: boolean,
    settings?: OperationSettings,
  ): Promise<void> {
    await this.#ask('mcp_toggle', { serverName, enabled }, settings);
  }

  async setMcpPermissionModeOverride(
    serverName: string,
    mode: 'default' | 'auto' | null,
    settings?: OperationSettings,
  ): Promise<{ warning?: string }> {
    return this.#ask('set_mcp_permission_mode_override', { serverName, mode }, settings);
  }

  async readMcpResource(
    serverName: string,
    uri: string,
    settings?: OperationSettings,
  ): Promise<McpResource> {
    return this.#ask('mcp_read_resource', { serverName, uri }, settings);
  }

  async stopTask(taskId: string, settings?: OperationSettings): Promise<void> {
    await this.#ask('stop_task', { task_id: taskId }, settings);
  }

  /** Moves what runs in the foreground to the background; false where there was nothing to move. */
  async backgroundTasks(toolUseId?: string, settings?: OperationSettings): Promise<boolean> {
    const answer = await this.#ask('background_tasks', { tool_use_id: toolUseId }, settings);
    return answer?.backgrounded ?? true;
  }

  async getContextUsage({
    detail,
    ...settings
  }: OperationSettings & { detail?: 'summary' | 'full' } = {}): Promise<ContextUsage> {
    return this.#ask('get_context_usage', { detail }, settings);
  }

  /** Merges into the settings that were given at the start; null takes a key away. */
  async applyFlagSettings(
    flags: { [Key in keyof Settings]?: Settings[Key] | null },
    settings?: OperationSettings,
  ): Promise<void> {
    await this.#ask('apply_flag_settings', { settings: flags }, settings);
  }

  async updateSettings(
    source: 'localSettings' | 'userSettings',
    changes: Readonly<Record<string, unknown>>,
    settings?: OperationSettings,
  ): Promise<void> {
    await this.#ask('update_settings', { source, settings: changes }, settings);
  }

  /** Null where the file cannot be read. */
  async readFile(
    path: string,
    {
      maxBytes,
      encoding,
      ...settings
    }: OperationSettings & { maxBytes?: number; encoding?: 'utf-8' | 'base64' } = {},
  ): Promise<ReadFile | null> {
    const answer = this.#ask('read_file', { path, max_bytes: maxBytes, encoding }, settings);
    return answer.catch((error: unknown) => {
      if (error instanceof ClaudeActorsError && error.code === 'ControlRejected') return null;
      throw error;
    });
  }

  async reloadPlugins({
    holdOnCacheImpact,
    addPlugins = [],
    refuseIfBusy,
    ...settings
  }: OperationSettings & {
    holdOnCacheImpact?: boolean;
    addPlugins?: readonly PluginConfig[];
    refuseIfBusy?: boolean;
  } = {}): Promise<ReloadedPlugins> {
    const fields = {
      ...(holdOnCacheImpact && { hold_on_cache_impact: true as const }),
      ...(addPlugins.length > 0 && { add_plugins: addPlugins }),
      ...(refuseIfBusy && { refuse_if_busy: true as const }),
    };
    return this.#ask('reload_plugins', fields, settings);
  }

  async reloadSkills(settings?: OperationSettings): Promise<{ skills: SlashCommand[] }> {
    return this.#ask('reload_skills', {}, settings);
  }

  async reloadOutputStyles(
    settings?: OperationSettings,
  ): Promise<{ available_output_styles: string[] }> {
    return this.#ask('reload_output_styles', {}, settings);
  }

  async seedReadState(path: string, mtime: number, settings?: OperationSettings): Promise<void> {
    await this.#ask('seed_read_state', { path, mtime }, settings);
  }

  async supportedCommands(settings?: OperationSettings): Promise<SlashCommand[]> {
    return (await this.initialized(settings)).commands ?? [];
  }

  async supportedModels(settings?: OperationSettings): Promise<ModelInfo[]> {
    return (await this.initialized(settings)).models ?? [];
  }

  async supportedAgents(settings?: OperationSettings): Promise<AgentInfo[]> {
    return (await this.initialized(settings)).agents ?? [];
  }

  async accountInfo(settings?: OperationSettings): Promise<AccountInfo> {
    return (await this.initialized(settings)).account ?? {};
  }

  #ask<Subtype extends ToCliSubtype>(
    subtype: Subtype,
    fields: RequestsToCli[Subtype]['request'],
    settings?: OperationSettings,
  ): Promise<RequestsToCli[Subtype]['response']> {
    return this.request(subtype, fields, settings);
  }
}

function noCheckpoints(): ClaudeActorsError {
  return new ClaudeActorsError(
    'CheckpointingNotEnabled',
    'Files cannot be rewound because no checkpoints are kept. Start with enableFileCheckpointing: true.',
    { operation: 'rewind_files' },
  );
}
