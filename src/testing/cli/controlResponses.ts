import type { JsonObject } from '../../codec/jsonObject.js';
import type { PermissionMode } from '../../codec/permissions.js';
import type { ToCliSubtype } from '../../codec/requestsToCli.js';
import { agentList, commandList, pluginList } from './capabilities.js';
import type { Cli } from './cli.js';
import { initializeAnswer } from './initFrames.js';
import { writeCommandOutput } from './syntheticMessages.js';
import { resolveModel } from './traits.js';
import { contextUsage, costText } from './usageReports.js';

/** The response to a control request. Only 2.1.325 sends `code`. */
export type Reply = { response: JsonObject | undefined } | { error: string; code?: string };

/** What control requests can do to the session's turns. */
export interface TurnControl {
  /** Comes back to the tool call that the resumed conversation waits for. */
  continueDeferred(): void;
  /** Interrupts the current turn; returns the uuids of the messages that are still queued. */
  interrupt(): string[];
  /** Cancels a queued message; returns whether it was still queued. */
  cancel(uuid: string): boolean;
  /** Whether a turn has begun yet. */
  hasBegun(): boolean;
}

type Responder = (cli: Cli, request: JsonObject, turnControl: TurnControl) => Reply;

const done: Reply = { response: undefined };

/** Requests that `ControlHandler` answers itself, and requests that the simulation does not support. */
type NoResponder = 'inControlHandler' | 'notSimulated';

/** How the CLI answers each control request. The type of `RequestsToCli` makes the list complete. */
const controlResponses = {
  initialize: 'inControlHandler',
  mcp_reconnect: 'inControlHandler',
  mcp_set_servers: 'inControlHandler',
  mcp_toggle: 'inControlHandler',
  interrupt: ({ traits }, _request, turnControl) => {
    const still_queued = turnControl.interrupt();
    return traits.recent ? { response: { still_queued } } : done;
  },
  cancel_async_message: (_cli, { message_uuid }, turnControl) => ({
    response: { cancelled: turnControl.cancel(String(message_uuid)) },
  }),
  set_permission_mode: (cli, { mode }) => setMode(cli, String(mode)),
  set_model: (cli, { model }, turnControl) => setModel(cli, model, turnControl.hasBegun()),
  set_max_thinking_tokens: () => done,
  apply_flag_settings: () => done,
  mcp_message: () => done,
  mcp_status: ({ mcp }) => ({ response: { mcpServers: mcp.statuses() } }),
  rewind_files: rewind,
  register_repo_root: ({ hooks, traits }, { directory }) => {
    const fields = { directory, source: 'register_repo_root' };
    if (traits.recent) void hooks.notify('DirectoryAdded', fields);
    return { response: { directory } };
  },
  claim_session: claim,
  stop_task: (cli, { task_id }) => {
    stopTask(cli, String(task_id));
    return { response: {} };
  },
  get_context_usage: (cli) => ({ response: contextUsage(cli) }),
  get_session_cost: (cli) => ({ response: { text: costText(cli) } }),
  get_binary_version: ({ traits: { version, buildTime } }) => ({
    response: { version, buildTime },
  }),
  get_settings: (cli) => ({ response: { effective: {}, sources: [], applied: applied(cli) } }),
  list_models: ({ traits }) =>
    traits.recent ? { response: { models: traits.models } } : unsupported('list_models'),
  reload_plugins: (cli) => {
    const { traits, mcp, output, settings } = cli;
    const list = commandList(traits);
    if (!traits.recent)
      output.message({ type: 'system', subtype: 'commands_changed', commands: list });
    const lists = {
      commands: list,
      agents: agentList(settings.agents),
      plugins: pluginList(traits),
    };
    return { response: { ...lists, mcpServers: mcp.summaries(), error_count: 0 } };
  },
  get_usage: 'notSimulated',
  update_settings: 'notSimulated',
  set_mcp_permission_mode_override: 'notSimulated',
  mcp_read_resource: 'notSimulated',
  read_file: 'notSimulated',
  reload_skills: 'notSimulated',
  reload_output_styles: 'notSimulated',
  seed_read_state: 'notSimulated',
  background_tasks: 'notSimulated',
  generate_session_title: 'notSimulated',
  rename_session: 'notSimulated',
  remote_control: 'notSimulated',
  mcp_authenticate: 'notSimulated',
} satisfies Record<ToCliSubtype, Responder | NoResponder> & Record<string, Responder | NoResponder>;

/** Answers a control request, unless `ControlHandler` has to. */
export function respondTo(
  cli: Cli,
  subtype: string,
  request: JsonObject,
  turnControl: TurnControl,
): Reply {
  const table: Readonly<Record<string, Responder | NoResponder>> = controlResponses;
  const responder = Object.hasOwn(table, subtype) ? table[subtype] : 'notSimulated';
  if (typeof responder !== 'function') return unsupported(subtype);
  return responder(cli, request, turnControl);
}

function unsupported(subtype: string): Reply {
  const error = `Unsupported control request subtype: ${subtype}`;
  return { error, code: 'unsupported_request' };
}

const modes = Object.keys({
  acceptEdits: 0,
  auto: 0,
  bypassPermissions: 0,
  default: 0,
  dontAsk: 0,
  plan: 0,
} satisfies Record<PermissionMode, 0>);

/** 2.1.197 accepts any mode, but ignores unknown ones. */
function setMode({ traits, flags }: Cli, mode: string): Reply {
  if (traits.recent && !modes.includes(mode)) {
    const error = `Cannot set permission mode: must be one of ${modes.join(', ')}`;
    return { error, code: 'invalid_mode' };
  }
  if (mode === 'bypassPermissions' && !flags.mayBypass) {
    const why = 'because the session was not launched with --dangerously-skip-permissions';
    const error = `Cannot set permission mode to bypassPermissions ${why}`;
    return { error, code: 'bypass_not_launched' };
  }
  return { response: { mode } };
}

/** Changes the mode. The host is notified after it has got the answer. */
export function applyMode({ settings, output }: Cli, mode: string): void {
  if (!modes.includes(mode) || mode === settings.mode) return;
  settings.mode = mode;
  output.message({ type: 'system', subtype: 'status', status: null, permissionMode: mode });
}

function setModel(cli: Cli, model: unknown, hasBegun: boolean): Reply {
  const { traits, settings } = cli;
  const name = String(model ?? 'default');
  settings.model = resolveModel(traits, name);
  const isAlias = name !== 'default' && settings.model !== name;
  if (!traits.recent) {
    writeCommandOutput(
      cli,
      `Set model to ${isAlias ? `${name} (${settings.model})` : settings.model}`,
    );
    return done;
  }
  if (hasBegun) writeCommandOutput(cli, `Set model to \`${settings.model}\``);
  return { response: { model: settings.model } };
}

function rewind({ files, env, traits }: Cli, { user_message_id, dry_run }: JsonObject): Reply {
  const id = String(user_message_id);
  const refuse = (error: string): Reply =>
    dry_run === true ? { response: { canRewind: false, error } } : { error };
  if (env.CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING !== 'true') {
    return refuse('File rewinding is not enabled.');
  }
  const changes = files.changesSince(id);
  if (!changes) return refuse('No file checkpoint found for this message.');
  if (dry_run === true) {
    const { paths: filesChanged, insertions, deletions } = changes;
    return { response: { canRewind: true, filesChanged, insertions, deletions } };
  }
  files.rewind(id);
  return { response: { canRewind: true, ...(traits.recent && { skippedLinks: 0 }) } };
}

/** Only a spare can be claimed. Folders are not checked: the simulation need not have a disk. */
function claim(cli: Cli, { cwd, permission_mode, agents }: JsonObject): Reply {
  const { flags, files, settings, state, output } = cli;
  if (!flags.awaitsClaim) {
    return { error: 'not_a_spare: this process was not started with --await-claim' };
  }
  const mode = permission_mode === undefined ? undefined : setMode(cli, String(permission_mode));
  if (mode && 'error' in mode) {
    return { ...mode, error: `permission_mode_not_claimable: ${mode.error}` };
  }
  files.enter(String(cwd));
  if (agents) settings.agents = agents as typeof settings.agents;
  if (permission_mode !== undefined) settings.mode = String(permission_mode);
  return {
    response: {
      cwd,
      session_id: output.sessionId,
      parked_ms: 0,
      sdk_mcp_settled: true,
      initialize: initializeAnswer(cli, state.current, false),
    },
  };
}

function stopTask({ tasks, traits }: Cli, id: string): void {
  const task = tasks.get(id);
  if (!task) return;
  const isNamed = !traits.recent && task.kind === 'local_agent';
  const summary = isNamed ? `Agent "${task.description}" was stopped by user` : task.description;
  tasks.end(task, 'stopped', summary);
}

function applied({ settings, traits }: Cli): JsonObject {
  const { model } = settings;
  if (!traits.recent) return { model, effort: traits.effort, ultracode: false };
  return {
    model,
    effort: traits.effort,
    advisor: null,
    ultracode: false,
    ultracodeRequested: false,
    ultracodeAvailable: true,
    ultrathinkAvailable: false,
    outsideFileToolReadsBlocked: false,
    outsideFileToolWritesBlocked: false,
    outsideBlocksCountLaunchFoldersOnly: false,
    launchEnvLeftOwnFilesInPlace: false,
  };
}
