import type { ToCliSubtype } from '../codec/requestsToCli.js';
import { didYouMean, nearestName } from '../util/nearestName.js';

/** The method of each control operation, and the subtype of the control request it sends. */
export const operationSubtypes = {
  interrupt: 'interrupt',
  setModel: 'set_model',
  setPermissionMode: 'set_permission_mode',
  setMaxThinkingTokens: 'set_max_thinking_tokens',
  rewindFiles: 'rewind_files',
  mcpServerStatus: 'mcp_status',
  reconnectMcpServer: 'mcp_reconnect',
  toggleMcpServer: 'mcp_toggle',
  setMcpServers: 'mcp_set_servers',
  setMcpPermissionModeOverride: 'set_mcp_permission_mode_override',
  readMcpResource: 'mcp_read_resource',
  stopTask: 'stop_task',
  backgroundTasks: 'background_tasks',
  getContextUsage: 'get_context_usage',
  applyFlagSettings: 'apply_flag_settings',
  updateSettings: 'update_settings',
  readFile: 'read_file',
  reloadPlugins: 'reload_plugins',
  reloadSkills: 'reload_skills',
  reloadOutputStyles: 'reload_output_styles',
  seedReadState: 'seed_read_state',
  generateSessionTitle: 'generate_session_title',
  renameSession: 'rename_session',
  enableRemoteControl: 'remote_control',
  mcpAuthenticate: 'mcp_authenticate',
  usage_EXPERIMENTAL_MAY_CHANGE_DO_NOT_RELY_ON_THIS_API_YET: 'get_usage',
} as const satisfies Readonly<Record<string, ToCliSubtype>>;

export type OperationName = keyof typeof operationSubtypes;

/**
 * The control requests without a method. A record of what is left, so that a request you add to the
 * codec does not compile until it has a method above or a line here.
 */
const withoutMethod: Readonly<
  Record<Exclude<ToCliSubtype, (typeof operationSubtypes)[OperationName]>, true>
> = {
  // Sent with `SpareProcess.claim()`.
  claim_session: true,
  // The runtime sends these two itself.
  initialize: true,
  mcp_message: true,
};

const methods = Object.keys(operationSubtypes);
const subtypes: readonly string[] = Object.values(operationSubtypes);

/** Both names of every operation, the methods first. */
export const operationNames: readonly string[] = [...methods, ...subtypes];

/** The subtype of an operation, given its method or its subtype. */
export function subtypeOf(name: string): string {
  return Object.hasOwn(operationSubtypes, name) ? operationSubtypes[name as OperationName] : name;
}

/**
 * Completes "Option `timeouts.control.setModle` …" if `name` cannot be an operation. Most CLI
 * versions bring new subtypes, so any `snake_case` name passes unless it looks like a typo.
 */
export function operationProblem(name: string): string | undefined {
  if (operationNames.includes(name)) return undefined;
  if (name === 'initialize') return 'has a timeout of its own. Use `timeouts.initialize`.';
  if (Object.hasOwn(withoutMethod, name)) return undefined;
  const nearest = nearestName(name, operationNames);
  if (nearest === undefined && /^[a-z][a-z0-9_]*$/.test(name)) return undefined;
  return `is not an operation.${didYouMean(nearest) || ` Use any of ${methods.join(', ')}.`}`;
}
