import type { ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import type {
  HookEvent,
  HookInput,
  HookInputBase,
  HookInputs,
  HookOutput,
  McpServerProvenance,
} from '../codec/hooks.js';
import type { PermissionResult, PermissionRule, PermissionUpdate } from '../codec/permissions.js';

/**
 * A hook: a function that is called with an event of the run and returns what should happen.
 * `toolUseId` is set for events about a tool call. The signal aborts when the answer no longer
 * counts: after the hook's timeout, or when the CLI cancels the call.
 *
 * @example ({ tool_input }) => isSafe(tool_input) ? proceed() : block('Not allowed here.')
 */
export type Hook<Event extends HookEvent = HookEvent> = (
  input: HookInputs[Event],
  toolUseId: string | undefined,
  context: { signal: AbortSignal },
) => HookOutput | Promise<HookOutput>;

/** A hook of any event, as the official SDK types it. */
export type HookCallback = (
  input: HookInput,
  toolUseID: string | undefined,
  options: { signal: AbortSignal },
) => Promise<HookOutput>;

/** Hooks for one event, and when to call them. */
export type HookMatcher<Event extends HookEvent = HookEvent> = {
  /**
   * The tools to call the hooks for, as a pattern such as `Write|Edit`. Without it, all tools. For
   * events that are not about a tool, it matches what the event is about, such as the source of a
   * `SessionStart`.
   */
  matcher?: string;
  /** The functions to call. All of them run at the same time, and one deny is enough to block. */
  hooks: Hook<Event>[];
  /**
   * How long each hook may take, in seconds. Wins over `timeouts.hook`.
   *
   * @default 600, the CLI's own
   */
  timeout?: number;
  /**
   * What happens if a hook throws, times out or returns something invalid. Set `'deny'` if the hook
   * protects something. `'block'` means the same as `'deny'`.
   *
   * @default `onHookFailure`; without that, the CLI decides: a tool whose `PreToolUse` hook times out
   * does not run, and a hook that throws counts as `'continue'`
   */
  onFailure?: 'continue' | 'deny' | 'block';
};

/**
 * Hooks by event. Events that only a newer CLI knows need `allowUnknownHookEvents: true`.
 *
 * @example { PreToolUse: [{ matcher: 'Bash', hooks: [checkCommand], onFailure: 'deny' }] }
 */
export type Hooks = {
  [Event in HookEvent | (string & {})]?: Event extends HookEvent
    ? HookMatcher<Event>[]
    : UnlistedEventMatcher[];
};

/** Hooks for an event that only a newer CLI knows. */
export type UnlistedEventMatcher = Omit<HookMatcher, 'hooks'> & {
  /** The functions to call. */
  hooks: UnlistedEventHook['call'][];
};

/** Declared as a method, because a hook of a listed event, too, must fit the index signature. */
interface UnlistedEventHook {
  call(
    input: HookInputBase & { hook_event_name: string; [field: string]: unknown },
    toolUseId: string | undefined,
    context: { signal: AbortSignal },
  ): HookOutput | Promise<HookOutput>;
}

/** What the CLI says about a permission request. Older CLIs send fewer of the optional fields. */
export type PermissionContext = {
  /** Aborts when your answer no longer counts: the CLI cancelled the request, or the session ended. */
  signal: AbortSignal;
  /** Rules that stop the CLI from asking again. Return them as `updatedPermissions` to apply them. */
  suggestions?: PermissionUpdate[];
  /** The path that made the CLI ask, such as one outside the allowed directories. */
  blockedPath?: string;
  /** Why the CLI asks, in words. */
  decisionReason?: string;
  /** Why the CLI asks, as a category. */
  decisionReasonType?: string;
  /** Why the CLI asks, as a code. */
  decisionReasonCode?: string;
  /** The question to show the user, as a sentence. */
  title?: string;
  /** A short name for what the tool does, for buttons and lists. */
  displayName?: string;
  /** An explanation to show below the title. */
  description?: string;
  /** The safe answer is no: preselect it in a dialog. */
  defaultToNo?: boolean;
  /** Do not offer the user an "always allow" choice. */
  suppressAlwaysAllowRule?: boolean;
  /** For an MCP tool: its server, and where the server was configured. */
  mcpServer?: McpServerProvenance;
  /** The user's own rule that made the CLI ask. Do not answer automatically in this case. */
  matchedAskRule?: PermissionRule & {
    /** Where the rule comes from, such as a settings file. */
    source: string;
  };
  /** The server's policy requires that a person answers. */
  serverPolicyAskOnly?: boolean;
  /** The id of the tool call. */
  toolUseID: string;
  /** The id of the subagent that wants to use the tool, if it is one. */
  agentID?: string;
  /** The id of this permission request. */
  requestId: string;
};

/**
 * Decides whether Claude may use a tool. It is called last: only if no rule, permission mode or hook
 * has decided. If it throws, times out or returns something invalid, the tool is denied.
 *
 * Returning `null` denies too. It is in the type because callbacks for the official SDK may return
 * it when they answer the CLI by other means, which do not exist here.
 *
 * @example async (toolName) =>
 *   toolName === 'Read' ? { behavior: 'allow' } : { behavior: 'deny', message: 'Read only.' }
 */
export type PermissionCallback = (
  toolName: string,
  input: Record<string, unknown>,
  context: PermissionContext,
) => PermissionResult | null | Promise<PermissionResult | null>;

/** A function that decides about tools, as the official SDK types it. */
export type CanUseTool = (
  toolName: string,
  input: Record<string, unknown>,
  options: PermissionContext,
) => Promise<PermissionResult | null>;

/** An MCP server's request for input from the user. */
export type ElicitationRequest = {
  /** The server that asks. */
  serverName: string;
  /** What to tell the user. */
  message: string;
  /** `'form'` to fill in values, `'url'` to visit a page. */
  mode?: 'form' | 'url';
  /** The page to visit, in `'url'` mode. */
  url?: string;
  /** Identifies the request in later notifications, in `'url'` mode. */
  elicitationId?: string;
  /** The JSON schema of the values to fill in, in `'form'` mode. */
  requestedSchema?: Record<string, unknown>;
  /** A title for the dialog, if the server sets one. */
  title?: string;
  /** A short name for the server or its action, if the server sets one. */
  displayName?: string;
  /** An explanation to show below the title, if the server sets one. */
  description?: string;
};

/** The user's answer to an MCP server. */
export type ElicitationResult = ElicitResult;

/** A dialog that the CLI asks your program to show. */
export type UserDialogRequest = {
  /** One of the `supportedDialogKinds`. */
  dialogKind: string;
  /** What to show. Its shape depends on the kind. */
  payload: Record<string, unknown>;
  /** The id of the tool call that the dialog is about, if there is one. */
  toolUseID?: string;
};

/** The user's answer to a dialog. */
export type UserDialogResult =
  /** The user answered. */
  | {
      behavior: 'completed';
      /** The answer. Its shape depends on the kind of dialog. */
      result: unknown;
    }
  /** The user closed the dialog. */
  | { behavior: 'cancelled' };

/** What `onElicitation` and `onUserDialog` get besides the request. */
export type RequestContext = {
  /** Aborts when the answer no longer counts: the request was cancelled, or the session ended. */
  signal: AbortSignal;
  /** The id of the request. */
  requestId: string;
};

/** Answers an MCP server that asks the user for input. `null` or a throw cancels the request. */
export type OnElicitation = (
  request: ElicitationRequest,
  context: RequestContext,
) => Promise<ElicitationResult | null>;

/** Shows a dialog and returns the answer. `null` or a throw cancels the dialog. */
export type OnUserDialog = (
  request: UserDialogRequest,
  context: RequestContext,
) => Promise<UserDialogResult | null>;
