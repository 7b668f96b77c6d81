import type { JsonObject } from '../../codec/jsonObject.js';
import type { ToolInput } from '../scenario.js';
import { editTools, readOnlyTools, structuredOutput, unguardedTools } from './builtInTools.js';
import { classify } from './classify.js';
import type { Cli } from './cli.js';
import type { HookVerdict } from './HookCaller.js';
import type { HostAnswer } from './HostRequests.js';
import { permissionRequest } from './permissionRequest.js';
import { ruleCovers } from './permissionRules.js';
import { isReadOnly, touchedBy } from './shell.js';
import type { Speaker } from './speaker.js';
import { hookName, ownName } from './toolAccess.js';

export interface Allowed {
  allowed: true;
  input: ToolInput;
  /** Who allowed it, for the tool result. */
  decision: JsonObject;
}

export interface Denied {
  allowed: false;
  message: string;
  kind: 'permission-rule' | 'user-rejected';
  decision: JsonObject;
  /** Fields of the frame that tells the host, if it was not asked. */
  notice?: JsonObject;
  /** Why the classifier of mode `auto` refused it. */
  classifierReason?: string;
  /** The turn ends as if interrupted. */
  interrupts?: boolean;
}

export type PermissionVerdict = Allowed | Denied;

export interface ToolCall {
  tool: string;
  input: ToolInput;
  id: string;
}

/** Decides whether a tool may run: by rules, hooks and mode, or else by asking the host. */
export function decidePermission(
  cli: Cli,
  call: ToolCall,
  hook: HookVerdict,
  asking: PermissionWait,
): Promise<PermissionVerdict> {
  const settled = decideLocally(cli, call, hook);
  if (settled === 'classify') return classify(cli, call, asking.speaker);
  return settled === 'ask' ? askHost(cli, call, hook, asking) : Promise.resolve(settled);
}

export interface PermissionWait {
  speaker: Speaker;
  /** Called before (true) and after (false) waiting for the host. */
  waiting(is: boolean): void;
  /** Called when the request is withdrawn. */
  withdrawn(): void;
  /** Called when the host closes stdin instead of answering. */
  hostGone(): void;
}

function decideLocally(
  cli: Cli,
  { tool, input }: ToolCall,
  hook: HookVerdict,
): PermissionVerdict | 'ask' | 'classify' {
  const accept = (source: string, type?: string): Allowed => ({
    allowed: true,
    input,
    decision: { decision: 'accept', source, ...(type && { reason_type: type }) },
  });
  const { settings, flags, files } = cli;
  const isCovered = (rules: readonly string[]) =>
    rules.some((rule) => ruleCovers(rule, tool, input, files));
  if (isCovered([...flags.disallowedTools, ...settings.deny])) {
    const what = tool === 'Bash' ? `Bash with command ${input.command}` : tool;
    return refuse(
      `Permission to use ${what} has been denied.`,
      tool === 'Bash' ? 'subcommandResults' : 'rule',
    );
  }
  if (hook.decision === 'allow') return accept('hook', 'hook');
  if (hook.decision === 'ask')
    return flags.permissionsByHost ? 'ask' : notGranted(cli, tool, input);
  if (settings.mode === 'bypassPermissions') return accept('config', 'mode');
  if (isCovered([...flags.allowedTools, ...settings.allow])) return accept('config', 'rule');
  if (readOnlyTools.has(tool)) return accept('config', 'mode');
  if (ownName(tool) === 'Task' || tool === structuredOutput) return accept('config');
  if (unguardedTools.has(tool)) return accept('config');
  if (tool === 'Bash' && isReadOnly(String(input.command)))
    return accept('config', 'subcommandResults');
  const edits = editTools.has(tool) && files.isInside(String(input.file_path));
  if (settings.mode === 'acceptEdits' && edits) return accept('config', 'mode');
  if (settings.mode === 'dontAsk') {
    const why = "because Claude Code is running in don't ask mode";
    return refuse(`Permission to use ${tool} has been denied ${why}.`, 'mode');
  }
  if (settings.mode === 'auto' && cli.scenario.model === 'api') return 'classify';
  return flags.permissionsByHost ? 'ask' : notGranted(cli, tool, input);
}

function refuse(message: string, reason: string): Denied {
  return {
    allowed: false,
    message,
    kind: 'permission-rule',
    decision: { decision: 'reject', source: 'config', reason_type: reason },
    notice: { decision_reason_type: reason },
  };
}

function notGranted(cli: Cli, tool: string, input: ToolInput): Denied {
  return {
    allowed: false,
    message: whyNotGranted(cli, tool, input),
    kind: 'user-rejected',
    decision: { decision: 'reject', source: 'config' },
    notice: {},
  };
}

function whyNotGranted({ files, traits }: Cli, tool: string, input: ToolInput): string {
  const command = String(input.command ?? '');
  const [touched] = tool === 'Bash' ? touchedBy(command) : [];
  if (touched !== undefined) {
    const what = `${command.split(' ')[0]} in '${files.resolve(touched)}'`;
    const where = `working directories for this session`;
    return traits.recent
      ? `${what} needs approval. The path is inside the ${where} ('${files.cwd}'), and Claude Code asks before a shell command creates, changes or removes files there.`
      : `${what} was blocked. For security, Claude Code may only create or modify files in the allowed ${where}: '${files.cwd}'.`;
  }
  const path = files.resolve(String(input.file_path));
  const what = editTools.has(tool) ? `write to ${path}` : `use ${tool}`;
  return `Claude requested permissions to ${what}, but you haven't granted it yet.`;
}

async function askHost(
  cli: Cli,
  call: ToolCall,
  hook: HookVerdict,
  asking: PermissionWait,
): Promise<PermissionVerdict> {
  asking.waiting(true);
  const request = permissionRequest(cli, call, hook);
  const decided = new AbortController();
  const { signal } = asking.speaker;
  const byHost = cli.hostRequests.send(request, {
    signal: AbortSignal.any([signal, decided.signal]),
  });
  const byHook = askHooks(cli, call, request).then((answer) => {
    if (!answer) return byHost;
    decided.abort();
    return answer;
  });
  const answer = await Promise.race([byHost, byHook]).catch(async (reason) => {
    if (decided.signal.aborted && !signal.aborted) return byHook;
    asking.withdrawn();
    throw reason;
  });
  asking.waiting(false);
  if (answer.kind === 'closed' && answer.wasAsked) asking.hostGone();
  if (answer.kind !== 'success') {
    return {
      allowed: false,
      message: `Tool permission request failed: ${failureOf(cli, answer)}`,
      kind: 'permission-rule',
      decision: { decision: 'reject', source: 'config', reason_type: 'other' },
    };
  }
  const { behavior, updatedInput, updatedPermissions, message, interrupt } = answer.response;
  if (behavior === 'allow') {
    applyUpdates(cli, updatedPermissions);
    const input = (updatedInput ?? call.input) as ToolInput;
    return { allowed: true, input, decision: { decision: 'accept', source: 'user_temporary' } };
  }
  return {
    allowed: false,
    message: String(message ?? ''),
    kind: 'permission-rule',
    decision: { decision: 'reject', source: 'user_reject' },
    interrupts: interrupt === true,
  };
}

/** PermissionRequest hooks can answer in place of the host. */
async function askHooks(
  { hooks }: Cli,
  { tool, input }: ToolCall,
  { permission_suggestions, mcp_server }: JsonObject,
): Promise<HostAnswer | undefined> {
  const verdict = await hooks.notify('PermissionRequest', {
    tool_name: hookName(tool),
    tool_input: input,
    ...(permission_suggestions !== undefined && { permission_suggestions }),
    ...(mcp_server !== undefined && { mcp_server }),
  });
  const response = verdict?.specific.decision as JsonObject | undefined;
  return response && { kind: 'success', response };
}

function failureOf({ traits }: Cli, answer: HostAnswer): string {
  if (answer.kind === 'error') return `Error: ${answer.error}`;
  const wasAsked = answer.kind === 'closed' && answer.wasAsked;
  const what = wasAsked
    ? 'Tool permission stream closed before response received'
    : 'Stream closed';
  return `${traits.recent ? 'AbortError' : 'Error'}: ${what}`;
}

function applyUpdates({ settings, output }: Cli, updates: unknown): void {
  for (const update of Array.isArray(updates) ? (updates as JsonObject[]) : []) {
    if (update.type === 'setMode') {
      settings.mode = String(update.mode);
      const status = { type: 'system', subtype: 'status', status: null };
      output.message({ ...status, permissionMode: settings.mode });
    } else if (update.type === 'addRules' && update.behavior !== 'ask') {
      const rules = (update.rules ?? []) as { toolName: string; ruleContent?: string }[];
      settings[update.behavior === 'deny' ? 'deny' : 'allow'].push(
        ...rules.map(({ toolName, ruleContent }) =>
          ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`,
        ),
      );
    }
  }
}
