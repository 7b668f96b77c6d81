import type { JsonObject } from '../../codec/jsonObject.js';
import type { LiveSettings } from './cli.js';
import type { Traits } from './traits.js';

const commandNames = [
  'update-config',
  'debug',
  'code-review',
  'simplify',
  'loop',
  'clear',
  'compact',
  'cost',
];
const builtInAgents = [
  { name: 'claude', description: "Catch-all for any task that doesn't fit a more specific agent." },
  {
    name: 'Explore',
    description: 'Fast read-only search agent for locating code.',
    model: 'haiku',
  },
  { name: 'general-purpose', description: 'General-purpose agent for complex questions.' },
  { name: 'Plan', description: 'Software architect agent for designing implementation plans.' },
];

export const slashCommands: readonly string[] = commandNames;

export function commandList({ recent }: Traits): JsonObject[] {
  return commandNames.map((name) => ({
    name,
    description: `The skill ${name}`,
    argumentHint: '',
    ...(recent && { builtin: true }),
  }));
}

/** The built-in agents and those of the host. */
export function agentList(defined: LiveSettings['agents']): JsonObject[] {
  const own = Object.entries(defined).map(([name, { description, model }]) => ({
    name,
    description,
    ...(model !== undefined && { model }),
  }));
  return [...builtInAgents, ...own];
}

export const pluginList = ({ recent }: Traits): JsonObject[] =>
  recent ? [{ name: 'agents-md', path: 'builtin', source: 'agents-md@builtin' }] : [];

export const outputStyles = ['default', 'Proactive', 'Concise', 'Explanatory', 'Learning'];

export const account = {
  tokenSource: 'none',
  apiKeySource: 'ANTHROPIC_API_KEY',
  apiProvider: 'firstParty',
};

export const fastModeOff = {
  fast_mode_state: 'off',
  fast_mode_disabled_reason: 'sdk_opt_in_required',
};

/** The capabilities that 2.1.325 lists in `system/init`. */
export const sessionCapabilities = [
  'interrupt_receipt_v1',
  'interrupt_cancel_queued_v1',
  'msg_lifecycle_v1',
  'request_marker_lists_v1',
  'sdk_mcp_tools_list_changed',
];

/** The capabilities that it lists in its answer to `initialize`. */
export const hostCapabilities = ['ui_surface_v1', 'mcp_call_check_permissions_v1'];
