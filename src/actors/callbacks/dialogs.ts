import { encodeJson } from '../../codec/encode.js';
import { isObject, type JsonObject, readJsonObject } from '../../codec/jsonObject.js';
import type { CallbackRequest } from '../../machines/callbackChart.js';
import type {
  ElicitationRequest,
  OnElicitation,
  OnUserDialog,
} from '../../options/callbackTypes.js';
import { type Abortable, CallbackJob } from './CallbackJob.js';
import type { Prepared } from './callbackHost.js';

/** Prepares a question from an MCP server to the user. Only its server and message are required. */
export function prepareElicitation(
  requestId: string,
  fields: object,
  onElicitation: OnElicitation,
): Prepared {
  const { mcp_server_name: serverName, message } = fields as JsonObject;
  if (typeof serverName !== 'string' || typeof message !== 'string') {
    return malformed(requestId, 'elicitation', elicitationFailure, 'mcp_server_name and message');
  }
  const elicitation = elicitationRequest(serverName, message, fields as JsonObject);
  const run = async ({ signal }: Abortable) => {
    const returned = await onElicitation(elicitation, { signal, requestId });
    return { body: encodeJson(readElicitationResult(returned), 'The answer to an elicitation') };
  };
  const label = `the elicitation of ${serverName}`;
  const request = callbackRequest(requestId, label, elicitationFailure);
  return { kind: 'callback', request, job: new CallbackJob(run) };
}

/** Prepares a dialog of a kind that `supportedDialogKinds` names. */
export function prepareUserDialog(
  requestId: string,
  fields: object,
  onUserDialog: OnUserDialog,
): Prepared {
  const { dialog_kind: dialogKind, payload, tool_use_id: toolUseID } = fields as JsonObject;
  if (typeof dialogKind !== 'string' || !isObject(payload)) {
    return malformed(requestId, 'request_user_dialog', dialogFailure, 'dialog_kind and payload');
  }
  const dialog = { dialogKind, payload, toolUseID: textIn(toolUseID) };
  const run = async ({ signal }: Abortable) => {
    const returned = await onUserDialog(dialog, { signal, requestId });
    return { body: encodeJson(readDialogResult(returned), 'The answer to a dialog') };
  };
  const label = `the dialog ${dialogKind}`;
  const request = callbackRequest(requestId, label, dialogFailure);
  return { kind: 'callback', request, job: new CallbackJob(run) };
}

export const elicitationFailure = '{"action":"cancel"}';
export const dialogFailure = '{"behavior":"cancelled"}';

function elicitationRequest(
  serverName: string,
  message: string,
  fields: JsonObject,
): ElicitationRequest {
  const { mode, requested_schema: schema } = fields;
  return {
    serverName,
    message,
    mode: mode === 'form' || mode === 'url' ? mode : undefined,
    url: textIn(fields.url),
    elicitationId: textIn(fields.elicitation_id),
    requestedSchema: isObject(schema) ? schema : undefined,
    title: textIn(fields.title),
    displayName: textIn(fields.display_name),
    description: textIn(fields.description),
  };
}

/** People answer these, so they wait like permissions: without a time limit, and with reminders. */
function callbackRequest(requestId: string, label: string, failureBody: string): CallbackRequest {
  return { requestId, kind: 'permission', label, failureBody };
}

function malformed(requestId: string, subtype: string, failureBody: string, missing: string) {
  const request = callbackRequest(requestId, subtype, failureBody);
  const why = `Claude Code sent ${subtype} without ${missing}, so the request was cancelled.`;
  return { kind: 'bad' as const, request, code: 'CallbackFailed' as const, why };
}

const actions: readonly unknown[] = ['accept', 'decline', 'cancel'];

function readElicitationResult(returned: unknown): JsonObject {
  const answer = answerOf('onElicitation', returned);
  if (!actions.includes(answer.action)) {
    throw new Error("onElicitation must return an action: 'accept', 'decline' or 'cancel'");
  }
  // The CLI treats an acceptance with the content null as a cancellation.
  if (answer.content !== undefined && !isObject(answer.content)) {
    throw new Error('the content of an elicitation result must be an object of form values');
  }
  return answer;
}

function readDialogResult(returned: unknown): JsonObject {
  const answer = answerOf('onUserDialog', returned);
  if (answer.behavior !== 'completed' && answer.behavior !== 'cancelled') {
    throw new Error("onUserDialog must return a behavior: 'completed' or 'cancelled'");
  }
  return answer;
}

/** Unlike hooks and permissions, these callbacks may not return null: the CLI needs their answer. */
function answerOf(callback: string, returned: unknown): JsonObject {
  const reading = readJsonObject(returned);
  if ('object' in reading) return reading.object;
  throw new Error(`${callback} must return an answer, not ${reading.problem}`);
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
