import { builtInToolNames, structuredOutput } from './builtInTools.js';
import type { Cli } from './cli.js';
import { namesTool } from './permissionRules.js';

/** Whether a built-in tool is enabled in this session. */
export function isEnabled({ flags, settings }: Cli, tool: string): boolean {
  if (tool === structuredOutput) return settings.hasSchema;
  if (flags.disallowedTools.some((rule) => namesTool(rule, tool))) return false;
  return flags.tools === undefined || flags.tools.includes(tool);
}

/** Why a tool does not exist or is disabled; undefined if it can be used. */
export function whyMissing(cli: Cli, tool: string, isScripted: boolean): string | undefined {
  const isOwn =
    builtInToolNames.includes(ownName(tool)) || (tool === structuredOutput && isEnabled(cli, tool));
  const exists = isOwn || cli.mcp.find(tool) !== undefined || isScripted;
  if (!exists) return `No such tool available: ${tool}`;
  if (isEnabled(cli, ownName(tool)) || tool.startsWith('mcp__')) return undefined;
  const why = cli.traits.recent
    ? `${tool} is disabled for this session, in subagents as well as here.`
    : `${tool} exists but is not enabled in this context. Use one of the available tools instead.`;
  return `No such tool available: ${tool}. ${why}`;
}

/** The CLI's own name for a tool. The model may call `Task` by its new name, `Agent`. */
export function ownName(tool: string): string {
  return tool === 'Agent' ? 'Task' : tool;
}

/** The name of a tool in hooks, which use `Agent` although the CLI still lists `Task`. */
export function hookName(tool: string): string {
  return tool === 'Task' ? 'Agent' : tool;
}
