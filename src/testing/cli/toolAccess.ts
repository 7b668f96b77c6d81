import { structuredOutput, toolNames } from './builtInTools.js';
import type { Cli } from './cli.js';
import { namesTool } from './permissionRules.js';

/** Whether the session has this tool of the CLI's own. */
export function isEnabled({ flags, settings }: Cli, tool: string): boolean {
  if (tool === structuredOutput) return settings.hasSchema;
  if (flags.disallowedTools.some((rule) => namesTool(rule, tool))) return false;
  return flags.tools === undefined || flags.tools.includes(tool);
}

/** Why a tool cannot even be tried, if so. */
export function whyMissing(cli: Cli, tool: string, isScripted: boolean): string | undefined {
  const isOwn =
    toolNames.includes(ownName(tool)) || (tool === structuredOutput && isEnabled(cli, tool));
  const exists = isOwn || cli.mcp.find(tool) !== undefined || isScripted;
  if (!exists) return `No such tool available: ${tool}`;
  if (isEnabled(cli, ownName(tool)) || tool.startsWith('mcp__')) return undefined;
  const why = cli.traits.recent
    ? `${tool} is disabled for this session, in subagents as well as here.`
    : `${tool} exists but is not enabled in this context. Use one of the available tools instead.`;
  return `No such tool available: ${tool}. ${why}`;
}

/** What the CLI itself calls a tool: the model may call this one by its new name. */
export function ownName(tool: string): string {
  return tool === 'Agent' ? 'Task' : tool;
}

/** What hooks call a tool: the CLI renamed one that it still shows by its old name. */
export function hookName(tool: string): string {
  return tool === 'Task' ? 'Agent' : tool;
}
