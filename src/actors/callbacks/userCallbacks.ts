import type {
  CanUseToolFields,
  HookCallbackFields,
  JsonRpcMessage,
  McpMessageFields,
} from '../../codec/control.js';
import { encodeAnswer } from '../../codec/control.js';
import type { HookRegistration } from '../../codec/hookRegistrations.js';
import { canDeny } from '../../codec/hookRules.js';
import { failureOutput, renderHookOutput } from '../../codec/hooks.js';
import { readJsonObject, textOf } from '../../codec/jsonObject.js';
import { readPermissionResult } from '../../codec/permissions.js';
import type { CallbackAnswer, CallbackRequest } from '../../machines/callbackChart.js';
import type {
  Hook,
  OnElicitation,
  OnUserDialog,
  PermissionCallback,
} from '../../options/callbackTypes.js';
import type { McpMessageHandler } from '../../options/mcpTypes.js';
import { type Abortable, CallbackJob } from './CallbackJob.js';
import type { CallbackHost, Prepared } from './callbackHost.js';
import { prepareElicitation, prepareUserDialog } from './dialogs.js';
import { HookContext } from './HookContext.js';
import { permissionContext } from './permissionContext.js';

export interface UserCallbacks {
  hooks?: readonly (HookRegistration & { run: Hook })[];
  canUseTool?: PermissionCallback;
  onElicitation?: OnElicitation;
  onUserDialog?: OnUserDialog;
  mcpServers?: Readonly<Record<string, McpMessageHandler>>;
  /** In milliseconds. No limit if absent. */
  permissionTimeoutMs?: number;
  mcpTimeoutMs?: number;
}

/** Finds the user's hook, permission callback, dialog or MCP server for each request from the CLI. */
export function userCallbacks(user: UserCallbacks): CallbackHost {
  const hooks = new Map(user.hooks?.map((hook) => [hook.id, registeredHook(hook)]));
  const denyingEvents = (user.hooks ?? [])
    .filter(({ event, onFailure }) => onFailure === 'deny' && canDeny(event))
    .map(({ event }) => event);

  /**
   * The answer to a call of a hook that cannot be identified. It may be one that protects something,
   * so it denies if a hook of that event, or of any event if that is unknown too, fails closed.
   */
  function failureOfUnknownHook(event?: string): string {
    // A tool that runs does the most harm, so without an event the answer fits PreToolUse.
    const [denied] = denyingEvents.includes('PreToolUse') ? ['PreToolUse'] : denyingEvents;
    if (event === undefined) return hookFailure(denied ?? '', denied ? 'deny' : 'continue');
    return hookFailure(event, denyingEvents.includes(event) ? 'deny' : 'continue');
  }

  function prepareHook(requestId: string, fields: HookCallbackFields): Prepared {
    const { callback_id: label, input, tool_use_id: toolUseId } = fields;
    const hook = hooks.get(label);
    const { hook_event_name: named } = input as { hook_event_name?: unknown };
    const hookEvent = hook?.event ?? textOf(named);
    const { tool_name: tool } = input as { tool_name?: unknown };
    const request: CallbackRequest = {
      requestId,
      kind: 'hook',
      label,
      hookEvent,
      toolName: typeof tool === 'string' ? tool : undefined,
      timeoutMs: hook?.timeoutMs,
      failureBody:
        hook?.failureBody ?? failureOfUnknownHook(typeof named === 'string' ? named : undefined),
      timeoutBody: hook?.timeoutBody,
      reportsFailure: hook?.reportsFailure,
    };
    if (!hook) {
      const why = `Claude Code called the ${hookEvent} hook ${label}, which this session does not have.`;
      return { kind: 'bad', request, code: 'UnknownCallback', why };
    }
    const run = async (abortable: Abortable): Promise<CallbackAnswer> => {
      const returned = await hook.run(input, toolUseId, new HookContext(abortable));
      const rendered = renderHookOutput(hook.event, returned);
      if ('failure' in rendered) throw new Error(rendered.failure);
      const { output, warning, stopSince } = rendered;
      return { body: encodeAnswer('hook_callback', output), warning, stopSince };
    };
    return { kind: 'callback', request, job: new CallbackJob(run) };
  }

  function preparePermission(requestId: string, fields: CanUseToolFields): Prepared {
    const { canUseTool, permissionTimeoutMs: timeoutMs } = user;
    const request: CallbackRequest = {
      requestId,
      kind: 'permission',
      label: fields.tool_name,
      toolName: fields.tool_name,
      timeoutMs,
      failureBody: permissionFailure,
    };
    if (!canUseTool) {
      const why = `Claude Code asked for permission to use ${fields.tool_name}, but the session has no canUseTool callback.`;
      return { kind: 'bad', request, code: 'UnknownCallback', why };
    }
    const run = async ({ signal }: Abortable): Promise<CallbackAnswer> => {
      const context = permissionContext(fields, requestId, signal);
      const returned = await canUseTool(fields.tool_name, fields.input, context);
      const reading = readPermissionResult(returned, fields.input);
      if ('failure' in reading) throw new Error(reading.failure);
      const { answer, ...more } = reading;
      return { body: encodeAnswer('can_use_tool', answer), ...more };
    };
    return { kind: 'callback', request, job: new CallbackJob(run) };
  }

  function prepareMcp(requestId: string, fields: McpMessageFields): Prepared {
    const { server_name: label, message } = fields;
    const known = Object.hasOwn(user.mcpServers ?? {}, label);
    const serve = known ? user.mcpServers?.[label] : undefined;
    const why = `There is no MCP server ${label} in this program.`;
    const request: CallbackRequest = {
      requestId,
      kind: 'mcp',
      label,
      timeoutMs: user.mcpTimeoutMs,
      failureBody: serve
        ? mcpFailure(message, -32603, 'The MCP server failed to answer.')
        : mcpFailure(message, -32601, why),
    };
    if (!serve) return { kind: 'bad', request, code: 'UnknownCallback', why };
    const run = async ({ signal }: Abortable): Promise<CallbackAnswer> => {
      const response = await serve(message, { signal });
      if (isNotification(message)) return { body: mcpAnswer(acknowledgement) };
      const reading = readJsonObject(response);
      if ('object' in reading)
        return { body: mcpAnswer(reading.object as unknown as JsonRpcMessage) };
      throw new Error(`the server's response to ${textOf(message.method)} is ${reading.problem}`);
    };
    return { kind: 'callback', request, job: new CallbackJob(run) };
  }

  return {
    prepare(requestId, request) {
      // The decoder has checked the required fields of every subtype below.
      const fields = request as { subtype: string };
      switch (fields.subtype) {
        case 'hook_callback':
          return prepareHook(requestId, fields as unknown as HookCallbackFields);
        case 'can_use_tool':
          return preparePermission(requestId, fields as unknown as CanUseToolFields);
        case 'mcp_message':
          return prepareMcp(requestId, fields as unknown as McpMessageFields);
        case 'elicitation':
          return prepareElicitation(requestId, request, user.onElicitation ?? decline);
        case 'request_user_dialog':
          if (user.onUserDialog) return prepareUserDialog(requestId, request, user.onUserDialog);
          break;
      }
      return {
        kind: 'unanswerable',
        why: `Unsupported control request subtype: ${fields.subtype}`,
        errorCode: 'unsupported_request',
      };
    },
    prepareMalformed(requestId, subtype, why, callbackId = '') {
      if (subtype === 'hook_callback') {
        const hook = hooks.get(callbackId);
        const request: CallbackRequest = {
          requestId,
          kind: 'hook',
          label: callbackId || subtype,
          hookEvent: hook?.event,
          failureBody: hook?.failureBody ?? failureOfUnknownHook(),
        };
        return { kind: 'bad', request, code: 'CallbackFailed', why };
      }
      const failure = malformedFailures.get(subtype);
      if (!failure) return { kind: 'unanswerable', why };
      const { kind, body } = failure;
      const request = { requestId, kind, label: subtype ?? '', failureBody: body };
      return { kind: 'bad', request, code: 'CallbackFailed', why };
    },
  };
}

/** Without anybody to ask, the MCP server is told no. */
const decline: OnElicitation = async () => ({ action: 'decline' });

function registeredHook({ event, onFailure, timeoutMs, run }: HookRegistration & { run: Hook }) {
  return {
    event,
    timeoutMs,
    run,
    failureBody: hookFailure(event, onFailure ?? 'continue'),
    // A tool that nobody has judged must not run. The CLI sees it the same way.
    timeoutBody: hookFailure(event, onFailure ?? (event === 'PreToolUse' ? 'deny' : 'continue')),
    reportsFailure: onFailure === undefined,
  };
}

function hookFailure(event: string, policy: 'continue' | 'deny'): string {
  const reason = 'The hook that decides about this failed.';
  return encodeAnswer('hook_callback', failureOutput(event, policy, reason));
}

const permissionFailure = encodeAnswer('can_use_tool', {
  behavior: 'deny',
  message: 'The callback that decides about this tool failed, so it was not allowed.',
});

const acknowledgement: JsonRpcMessage = { jsonrpc: '2.0', result: {} };

function isNotification(message: JsonRpcMessage): boolean {
  return message.id === undefined;
}

function mcpAnswer(response: JsonRpcMessage): string {
  return encodeAnswer('mcp_message', { mcp_response: response });
}

function mcpFailure(message: JsonRpcMessage, code: number, why: string): string {
  if (isNotification(message)) return mcpAnswer(acknowledgement);
  return mcpAnswer({ jsonrpc: '2.0', id: message.id, error: { code, message: why } });
}

const malformedFailures = new Map<
  string | undefined,
  { kind: CallbackRequest['kind']; body: string }
>([
  ['can_use_tool', { kind: 'permission', body: permissionFailure }],
  [
    'mcp_message',
    {
      kind: 'mcp',
      body: mcpFailure({ jsonrpc: '2.0', id: null }, -32603, 'The message could not be read.'),
    },
  ],
]);
