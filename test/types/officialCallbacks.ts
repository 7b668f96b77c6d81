// Checked by `npm run typecheck`, not run: callbacks with the official SDK's signatures fit here.
import type { HookInput, HookOutput } from '../../src/codec/hooks.js';
import type { PermissionResult, PermissionUpdate } from '../../src/codec/permissions.js';
import type {
  CanUseTool,
  HookCallback,
  HookMatcher,
  Hooks,
} from '../../src/options/callbackTypes.js';

interface OfficialPermissionOptions {
  signal: AbortSignal;
  suggestions?: PermissionUpdate[];
  blockedPath?: string;
  mcpServer?: { name: string; source: string };
  decisionReason?: string;
  title?: string;
  displayName?: string;
  description?: string;
  defaultToNo?: boolean;
  suppressAlwaysAllowRule?: boolean;
  toolUseID: string;
  agentID?: string;
  requestId: string;
  matchedAskRule?: { source: string; toolName: string; ruleContent?: string };
}

type OfficialCanUseTool = (
  toolName: string,
  input: Record<string, unknown>,
  options: OfficialPermissionOptions,
) => Promise<PermissionResult | null>;

/** Before null could be returned. */
type OlderCanUseTool = (...args: Parameters<OfficialCanUseTool>) => Promise<PermissionResult>;

interface OfficialBaseInput {
  session_id: string;
  transcript_path: string;
  cwd: string;
  permission_mode?: string;
  agent_id?: string;
  agent_type?: string;
}
type OfficialHookOutput =
  | { async: true; asyncTimeout?: number }
  | {
      continue?: boolean;
      suppressOutput?: boolean;
      stopReason?: string;
      decision?: 'approve' | 'block';
      systemMessage?: string;
      reason?: string;
      hookSpecificOutput?: {
        hookEventName: 'PreToolUse';
        permissionDecision?: 'allow' | 'deny' | 'ask' | 'defer';
        permissionDecisionReason?: string;
        updatedInput?: Record<string, unknown>;
        additionalContext?: string;
      };
    };
type OfficialHookCallback<Input> = (
  input: Input,
  toolUseID: string | undefined,
  options: { signal: AbortSignal },
) => Promise<OfficialHookOutput>;

interface OfficialMatcher<Input> {
  matcher?: string;
  hooks: OfficialHookCallback<Input>[];
  timeout?: number;
}

declare const canUseTool: OfficialCanUseTool;
declare const olderCanUseTool: OlderCanUseTool;
export const permissions: CanUseTool[] = [canUseTool, olderCanUseTool];

declare const output: OfficialHookOutput;
export const answer: HookOutput = output;

declare const hook: OfficialHookCallback<HookInput>;
declare const hookOfAnyEvent: OfficialHookCallback<OfficialBaseInput & { hook_event_name: string }>;
export const callbacks: HookCallback[] = [hook, hookOfAnyEvent];

declare const matcher: OfficialMatcher<HookInput>;
export const matchers: HookMatcher[] = [matcher];

declare const official: Partial<Record<'PreToolUse' | 'Stop', OfficialMatcher<HookInput>[]>>;
export const hooks: Hooks = official;

/** Written as the official documentation writes it, with nothing annotated but the callback. */
export const protect: HookCallback = async (input, toolUseID, { signal }) => {
  if (input.hook_event_name !== 'PreToolUse' || signal.aborted) return {};
  return { decision: 'block', reason: `${input.tool_name} ${toolUseID ?? ''}` };
};
export const ask: CanUseTool = async (toolName, input, { signal, suggestions, toolUseID }) =>
  toolName === 'Bash' || signal.aborted
    ? { behavior: 'deny', message: `${toolUseID} may not run.` }
    : { behavior: 'allow', updatedInput: input, updatedPermissions: suggestions ?? [] };
