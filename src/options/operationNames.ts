import type { ToCliSubtype } from '../codec/requestsToCli.js';
import { didYouMean, nearestName } from './nearestName.js';

/** The control operations by the names of their methods, and what the CLI calls them. */
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
} as const satisfies Readonly<Record<string, ToCliSubtype>>;

export type OperationName = keyof typeof operationSubtypes;

const methods = Object.keys(operationSubtypes);
const subtypes: readonly string[] = Object.values(operationSubtypes);

/** Every name of every operation: those of its method first. */
export const operationNames: readonly string[] = [...methods, ...subtypes];

/** What the CLI calls an operation that is named by its method or by its subtype. */
export function subtypeOf(name: string): string {
  return Object.hasOwn(operationSubtypes, name) ? operationSubtypes[name as OperationName] : name;
}

/**
 * Goes on from the name of an operation that is none; undefined where it may be one. New subtypes
 * come with most versions of the CLI, so a name in their form is taken unless it is a near miss.
 */
export function problemOfOperation(name: string): string | undefined {
  if (operationNames.includes(name)) return undefined;
  if (name === 'initialize') return 'has a place of its own. Use timeouts.initialize.';
  const nearest = nearestName(name, operationNames);
  if (nearest === undefined && /^[a-z][a-z0-9_]*$/.test(name)) return undefined;
  return `is no operation.${didYouMean(nearest) || ` Use any of ${methods.join(', ')}.`}`;
}
