import type { Attributes } from '@opentelemetry/api';
import type { ObservedCallback } from '../actors/observing/observation.js';
import { isObject, type JsonObject } from '../codec/jsonObject.js';
import type { CallbackAnswer } from '../machines/callbackChart.js';

type Kind = ObservedCallback['kind'];

/** What the answer of user code decides. Contains no content. */
export function answerAttributes(kind: Kind, answer: CallbackAnswer): Attributes {
  const body = bodyOf(answer);
  if (kind === 'hook') return decisionOf(body);
  if (kind === 'mcp') return statusOf(body);
  // Permissions and dialogs have a behavior, elicitations an action.
  const decision = body.behavior ?? body.action;
  return typeof decision === 'string' ? { 'claude.permission.decision': decision } : {};
}

/** The failure in an MCP server's answer: the protocol reports failures as answers. */
export function answerFailure(kind: Kind, answer: CallbackAnswer): string | undefined {
  if (kind !== 'mcp') return undefined;
  const { error, result } = mcpResponse(bodyOf(answer));
  if (isObject(error)) return String(error.code);
  return isObject(result) && result.isError === true ? 'tool_error' : undefined;
}

function decisionOf(output: JsonObject): Attributes {
  const { hookSpecificOutput: specific, decision } = output;
  const own = isObject(specific) ? specific.permissionDecision : undefined;
  const made = own ?? decision ?? (output.continue === false ? 'stop' : undefined);
  return typeof made === 'string' ? { 'claude.hook.decision': made } : {};
}

function statusOf(body: JsonObject): Attributes {
  const { error } = mcpResponse(body);
  return isObject(error) ? { 'rpc.response.status_code': String(error.code) } : {};
}

function mcpResponse({ mcp_response: response }: JsonObject): JsonObject {
  return isObject(response) ? response : {};
}

function bodyOf({ body }: CallbackAnswer): JsonObject {
  const parsed: unknown = JSON.parse(body);
  return isObject(parsed) ? parsed : {};
}
