import { posix } from 'node:path';
import type { JsonObject } from '../../codec/jsonObject.js';
import type { ToolInput } from '../scenario.js';
import { editTools } from './builtInTools.js';
import type { Cli } from './cli.js';
import type { HookVerdict } from './HookCaller.js';
import { sourceOf } from './mcp/ServerConnections.js';
import type { ToolCall } from './permissions.js';
import { touchedBy } from './shell.js';

/** The `can_use_tool` request for a tool call. */
export function permissionRequest(
  cli: Cli,
  { tool, input, id }: ToolCall,
  hook: HookVerdict,
): JsonObject {
  const mcp = cli.mcp.find(tool);
  const request = {
    subtype: 'can_use_tool',
    tool_name: tool,
    display_name: mcp ? displayName(mcp.tool) : tool,
    input,
    ...(mcp &&
      cli.traits.recent && {
        mcp_server: { name: mcp.server.name, source: sourceOf(mcp.server) },
      }),
    ...describe(cli, tool, input),
    tool_use_id: id,
  };
  if (hook.decision === 'ask') {
    const seen = {
      decision_reason_hook_event: 'PreToolUse',
      decision_reason_hook_source: 'settings',
    };
    const reason = { decision_reason: hook.reason, decision_reason_type: 'hook' };
    return { ...request, ...reason, ...(cli.traits.recent && seen) };
  }
  if (cli.settings.mode === 'plan') return { ...request, decision_reason_type: 'mode' };
  return { ...request, ...suggestions(cli, tool, input) };
}

function describe({ files }: Cli, tool: string, input: ToolInput): JsonObject {
  if (tool === 'Bash') return { description: input.description ?? input.command };
  if (editTools.has(tool)) return { description: files.display(String(input.file_path)) };
  return {};
}

/** The updates that the host can accept so that it is not asked again. */
function suggestions({ files, traits }: Cli, tool: string, input: ToolInput): JsonObject {
  const acceptEdits = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };
  const directory = (path: string) => ({
    type: 'addDirectories',
    directories: [posix.dirname(path)],
    destination: 'session',
  });
  const rule = (content?: string) => ({
    type: 'addRules',
    rules: [{ toolName: tool, ...(content !== undefined && { ruleContent: content }) }],
    behavior: 'allow',
    destination: 'localSettings',
  });
  if (tool === 'Bash') {
    const [touched] = touchedBy(String(input.command)).map((path) => files.resolve(path));
    const command = rule(String(input.command));
    if (!touched) return { permission_suggestions: [command] };
    return {
      permission_suggestions: [command, directory(touched), acceptEdits],
      blocked_path: touched,
    };
  }
  const policy = traits.recent && { server_policy_ask_only: true };
  if (!editTools.has(tool)) return { permission_suggestions: [rule()], ...policy };
  const path = files.resolve(String(input.file_path));
  if (files.isInside(path)) return { permission_suggestions: [acceptEdits], ...policy };
  return {
    permission_suggestions: [acceptEdits, directory(path)],
    decision_reason: 'Path is outside allowed working directories',
    decision_reason_type: 'workingDir',
    ...policy,
  };
}

/** `add_numbers` is shown as "Add numbers". */
export function displayName({ name, title }: { name: string; title?: string }): string {
  const words = name.replaceAll(/[_-]/g, ' ');
  return title ?? words.charAt(0).toUpperCase() + words.slice(1);
}
