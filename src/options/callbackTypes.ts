import type { HookEvent, HookInput, HookOutput, McpServerProvenance } from '../codec/hooks.js';
import type { PermissionResult, PermissionRule, PermissionUpdate } from '../codec/permissions.js';

/** A method, so that a hook may ask for the input of its own event only. */
interface HookCallable {
  call(
    input: HookInput,
    toolUseId: string | undefined,
    context: { signal: AbortSignal },
  ): HookOutput | Promise<HookOutput>;
}

export type HookCallback = HookCallable['call'];

export interface HookMatcher {
  /** Which tools, as a pattern such as `Write|Edit`; every one where absent. */
  matcher?: string;
  hooks: readonly HookCallback[];
  /** Seconds. */
  timeout?: number;
  /** When a hook throws, hangs or answers nonsense. `block` is another word for `deny`. */
  onFailure?: 'continue' | 'deny' | 'block';
}

/** Hooks by event; an event that only a newer CLI knows is passed on. */
export type Hooks = {
  readonly [Event in HookEvent | (string & {})]?: readonly HookMatcher[];
};

export interface PermissionContext {
  /** Aborted when the CLI withdraws the question, or the session ends. */
  signal: AbortSignal;
  /** Rules that would keep the CLI from asking again, to send back as `updatedPermissions`. */
  suggestions?: PermissionUpdate[];
  blockedPath?: string;
  decisionReason?: string;
  decisionReasonType?: string;
  decisionReasonCode?: string;
  title?: string;
  displayName?: string;
  description?: string;
  /** A question to which the safe answer is no. */
  defaultToNo?: boolean;
  /** No rule that allows it for ever should be offered. */
  suppressAlwaysAllowRule?: boolean;
  mcpServer?: McpServerProvenance;
  /** The rule by which the user wants to be asked: do not answer in their place. */
  matchedAskRule?: PermissionRule & { source: string };
  serverPolicyAskOnly?: boolean;
  toolUseID: string;
  /** The subagent that wants the tool. */
  agentID?: string;
  requestId: string;
}

/**
 * `null` is in the type because callbacks written for the official SDK may return it, meaning that
 * the CLI gets its answer in another way. There is no other way here: null denies, as a throw does.
 */
export type CanUseTool = (
  toolName: string,
  input: Record<string, unknown>,
  context: PermissionContext,
) => PermissionResult | null | Promise<PermissionResult | null>;

export interface ElicitationRequest {
  serverName: string;
  message: string;
  mode?: 'form' | 'url';
  url?: string;
  elicitationId?: string;
  requestedSchema?: Record<string, unknown>;
  title?: string;
  displayName?: string;
  description?: string;
}

export interface ElicitationResult {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, unknown>;
}

export interface UserDialogRequest {
  dialogKind: string;
  payload: Record<string, unknown>;
  toolUseID?: string;
}

export type UserDialogResult =
  | { behavior: 'completed'; result: unknown }
  | { behavior: 'cancelled' };

export interface RequestContext {
  signal: AbortSignal;
  requestId: string;
}

export type OnElicitation = (
  request: ElicitationRequest,
  context: RequestContext,
) => Promise<ElicitationResult | null>;

export type OnUserDialog = (
  request: UserDialogRequest,
  context: RequestContext,
) => Promise<UserDialogResult | null>;
