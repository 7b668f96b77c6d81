import type { OperationSettings } from './actors/operations.js';
import type { PermissionMode } from './codec/permissions.js';
import type {
  AccountInfo,
  AgentInfo,
  ContextUsage,
  InitializeResponse,
  InterruptReceipt,
  ModelInfo,
  ReadFile,
  ReloadedPlugins,
  RewindFilesResult,
  SlashCommand,
} from './codec/requestsToCli.js';
import { ClaudeActorsError } from './errors.js';
import { HostControls } from './HostControls.js';
import { checkPermissionMode } from './options/checks/simpleChecks.js';
import type { FlagSettings } from './options/settingsTypes.js';
import type { PluginConfig } from './options/toolOptions.js';

export type { OperationSettings } from './actors/operations.js';

/** The control requests that `Session` and `Query` share. */
export abstract class Controls extends HostControls {
  /** The CLI's answer to the handshake: commands, models, agents and account. */
  abstract get initialization(): Promise<InitializeResponse>;

  /** `initialization`, with a timeout and a signal. */
  protected abstract initialized(settings?: OperationSettings): Promise<InitializeResponse>;

  /** Whether the CLI keeps checkpoints of files. */
  protected abstract readonly canRewind: boolean;

  /**
   * Interrupts the current turn. Resolves when the CLI has accepted the request; the result of the
   * turn follows.
   *
   * @param options - With `cancelQueued`, messages that wait for a turn of their own are dropped too.
   * @returns What happens to waiting messages; undefined from CLIs that do not say.
   */
  async interrupt({
    cancelQueued,
    ...settings
  }: OperationSettings & { cancelQueued?: boolean } = {}): Promise<InterruptReceipt | undefined> {
    const fields = { ...(cancelQueued === true && { cancel_queued: true as const }) };
    const receipt = await this.ask('interrupt', fields, settings);
    const { still_queued: stillQueued } = receipt ?? {};
    return Array.isArray(stillQueued) ? { ...receipt, still_queued: stillQueued } : undefined;
  }

  /**
   * Changes how tool calls are permitted, from now on.
   *
   * @param mode - The new mode.
   * @param settings - A timeout and a signal for this call.
   */
  async setPermissionMode(mode: PermissionMode, settings?: OperationSettings): Promise<void> {
    checkPermissionMode(mode);
    await this.ask('set_permission_mode', { mode }, settings);
  }

  /**
   * Changes the model for the responses that follow.
   *
   * @param model - The model; the CLI's default if you leave it out.
   * @param settings - A timeout and a signal for this call.
   */
  async setModel(model?: string, settings?: OperationSettings): Promise<void> {
    await this.ask('set_model', { model }, settings);
  }

  /**
   * Limits how many tokens the model may think with. Newer models only tell 0 (off) from any other
   * number: prefer the option `thinking`.
   *
   * @param maxThinkingTokens - The limit; null removes it.
   * @param thinkingDisplay - How thinking is shown from now on; null restores the default.
   * @param settings - A timeout and a signal for this call.
   */
  async setMaxThinkingTokens(
    maxThinkingTokens: number | null,
    thinkingDisplay?: 'summarized' | 'omitted' | 'highlights' | null,
    settings?: OperationSettings,
  ): Promise<void> {
    const fields = { max_thinking_tokens: maxThinkingTokens, thinking_display: thinkingDisplay };
    await this.ask('set_max_thinking_tokens', fields, settings);
  }

  /**
   * Restores files to what they were when a message was sent. Needs `enableFileCheckpointing:
   * true`.
   *
   * @param userMessageId - The uuid of that message.
   * @param options - With `dryRun`, nothing is changed: the answer says what would be.
   */
  async rewindFiles(
    userMessageId: string,
    { dryRun, ...settings }: OperationSettings & { dryRun?: boolean } = {},
  ): Promise<RewindFilesResult> {
    if (!this.canRewind) throw noCheckpoints();
    const fields = { user_message_id: userMessageId, dry_run: dryRun };
    return this.ask('rewind_files', fields, settings);
  }

  /**
   * Stops a background task. A `task_notification` message follows.
   *
   * @param taskId - The id of the task.
   * @param settings - A timeout and a signal for this call.
   */
  async stopTask(taskId: string, settings?: OperationSettings): Promise<void> {
    await this.ask('stop_task', { task_id: taskId }, settings);
  }

  /**
   * Moves what runs in the foreground to the background.
   *
   * @param toolUseId - The tool call to move; all if you leave it out.
   * @param settings - A timeout and a signal for this call.
   * @returns False if there was nothing to move.
   */
  async backgroundTasks(toolUseId?: string, settings?: OperationSettings): Promise<boolean> {
    const answer = await this.ask('background_tasks', { tool_use_id: toolUseId }, settings);
    return answer?.backgrounded ?? true;
  }

  /**
   * Reports what fills the context window, by category.
   *
   * @param options - With `detail: 'summary'`, the CLI estimates instead of asking the API to
   * count.
   */
  async getContextUsage({
    detail,
    ...settings
  }: OperationSettings & { detail?: 'summary' | 'full' } = {}): Promise<ContextUsage> {
    return this.ask('get_context_usage', { detail }, settings);
  }

  /**
   * Merges settings into the option `settings` of the running session. A key replaces the whole
   * value it had.
   *
   * @param flags - The settings; null removes a key.
   * @param settings - A timeout and a signal for this call.
   */
  async applyFlagSettings(flags: FlagSettings, settings?: OperationSettings): Promise<void> {
    await this.ask('apply_flag_settings', { settings: flags }, settings);
  }

  /**
   * Writes settings to a settings file and applies them. The CLI accepts only a few keys.
   *
   * @param source - The file.
   * @param changes - The settings to write.
   * @param settings - A timeout and a signal for this call.
   */
  async updateSettings(
    source: 'localSettings' | 'userSettings',
    changes: Readonly<Record<string, unknown>>,
    settings?: OperationSettings,
  ): Promise<void> {
    await this.ask('update_settings', { source, settings: changes }, settings);
  }

  /**
   * Reads a file with the permissions of the `Read` tool.
   *
   * @param path - The path, absolute or relative to the working directory.
   * @param options - How much to read, and whether as text or base64.
   * @returns Null if the file cannot be read.
   */
  async readFile(
    path: string,
    {
      maxBytes,
      encoding,
      ...settings
    }: OperationSettings & { maxBytes?: number; encoding?: 'utf-8' | 'base64' } = {},
  ): Promise<ReadFile | null> {
    const answer = this.ask('read_file', { path, max_bytes: maxBytes, encoding }, settings);
    return answer.catch((error: unknown) => {
      if (error instanceof ClaudeActorsError && error.code === 'ControlRejected') return null;
      throw error;
    });
  }

  /**
   * Loads plugins from disk again.
   *
   * @param options - `addPlugins` loads more plugins; `holdOnCacheImpact` changes nothing if that
   * would invalidate the prompt cache; `refuseIfBusy` rejects while the session is busy.
   */
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
    return this.ask('reload_plugins', fields, settings);
  }

  /**
   * Loads skills from disk again.
   *
   * @param settings - A timeout and a signal for this call.
   */
  async reloadSkills(settings?: OperationSettings): Promise<{ skills: SlashCommand[] }> {
    return this.ask('reload_skills', {}, settings);
  }

  /**
   * Loads output styles from disk again.
   *
   * @param settings - A timeout and a signal for this call.
   */
  async reloadOutputStyles(
    settings?: OperationSettings,
  ): Promise<{ available_output_styles: string[] }> {
    return this.ask('reload_output_styles', {}, settings);
  }

  /**
   * Tells the CLI that the model has read a file, so that it may edit the file without reading it
   * again.
   *
   * @param path - The path of the file.
   * @param mtime - The modification time of the file when it was read, in milliseconds.
   * @param settings - A timeout and a signal for this call.
   */
  async seedReadState(path: string, mtime: number, settings?: OperationSettings): Promise<void> {
    await this.ask('seed_read_state', { path, mtime }, settings);
  }

  /**
   * Lists the slash commands.
   *
   * @param settings - A timeout and a signal for this call.
   */
  async supportedCommands(settings?: OperationSettings): Promise<SlashCommand[]> {
    return listOf((await this.initialized(settings)).commands);
  }

  /**
   * Lists the models you can choose.
   *
   * @param settings - A timeout and a signal for this call.
   */
  async supportedModels(settings?: OperationSettings): Promise<ModelInfo[]> {
    return listOf((await this.initialized(settings)).models);
  }

  /**
   * Lists the subagents that the model can start.
   *
   * @param settings - A timeout and a signal for this call.
   */
  async supportedAgents(settings?: OperationSettings): Promise<AgentInfo[]> {
    return listOf((await this.initialized(settings)).agents);
  }

  /**
   * Describes the account that the CLI is logged in to.
   *
   * @param settings - A timeout and a signal for this call.
   */
  async accountInfo(settings?: OperationSettings): Promise<AccountInfo> {
    const { account } = await this.initialized(settings);
    return typeof account === 'object' && account !== null ? account : {};
  }
}

/** The CLI's answer is not validated, and an old CLI leaves parts of it out. */
function listOf<Item>(value: readonly Item[] | undefined): Item[] {
  return Array.isArray(value) ? value : [];
}

function noCheckpoints(): ClaudeActorsError {
  return new ClaudeActorsError(
    'CheckpointingNotEnabled',
    'rewindFiles() needs file checkpoints. Start with `enableFileCheckpointing: true`.',
    { operation: 'rewind_files' },
  );
}
