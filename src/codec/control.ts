import type { UserContent } from './blocks.js';
import { encodeError, encodeJson, encodeObject } from './encode.js';
import type { WireHookGroup } from './hookRegistrations.js';
import type { HookInput, HookOutput, McpServerProvenance } from './hooks.js';
import { isObject } from './jsonObject.js';
import type {
  PermissionAllow,
  PermissionDeny,
  PermissionMode,
  PermissionUpdate,
} from './permissions.js';

export interface SlashCommand {
  name: string;
  description: string;
  argumentHint: string;
  aliases?: string[];
}

export interface ModelInfo {
  value: string;
  displayName: string;
  description: string;
  resolvedModel?: string;
  supportsEffort?: boolean;
  supportedEffortLevels?: string[];
  supportsAdaptiveThinking?: boolean;
  supportsFastMode?: boolean;
  supportsAutoMode?: boolean;
}

export interface AgentInfo {
  name: string;
  description: string;
  model?: string;
}

export interface AccountInfo {
  email?: string;
  organization?: string;
  subscriptionType?: string;
  tokenSource?: string;
  apiKeySource?: string;
  apiProvider?: string;
}

/** The hooks of `initialize`, by event. */
export type HookMatchers = Record<string, WireHookGroup[]>;

export interface InitializeFields {
  hooks?: HookMatchers | null;
  sdkMcpServers?: string[];
  agents?: Record<string, unknown>;
  systemPrompt?: string[];
  appendSystemPrompt?: string;
  jsonSchema?: Record<string, unknown>;
  title?: string;
  skills?: string[];
  promptSuggestions?: boolean;
  forwardSubagentText?: boolean;
  planModeInstructions?: string;
  excludeDynamicSections?: boolean;
  [field: string]: unknown;
}

/** Every part may be missing: an older or a newer CLI sends less or more. */
export interface InitializeResponse {
  commands?: SlashCommand[];
  models?: ModelInfo[];
  agents?: AgentInfo[];
  account?: AccountInfo;
  output_style?: string;
  available_output_styles?: string[];
  pid?: number;
}

export interface McpServerStatus {
  name: string;
  status: 'connected' | 'failed' | 'needs-auth' | 'pending' | 'disabled' | (string & {});
  serverInfo?: { name: string; version: string };
  error?: string;
  scope?: string;
  tools?: { name: string; description?: string }[];
}

export interface RewindFilesResult {
  canRewind: boolean;
  error?: string;
  filesChanged?: string[];
  insertions?: number;
  deletions?: number;
  skippedLinks?: number;
}

export interface ContextUsage {
  categories: { name: string; tokens: number; color?: string; isDeferred?: boolean }[];
  totalTokens: number;
  maxTokens: number;
  percentage: number;
  model: string;
}

type NoFields = Record<never, never>;

/** Control requests that we send: what goes in, and what comes back. */
export interface RequestsToCli {
  initialize: { request: InitializeFields; response: InitializeResponse };
  interrupt: { request: NoFields; response: { still_queued?: string[] } };
  set_permission_mode: { request: { mode: PermissionMode }; response: { mode?: PermissionMode } };
  set_model: { request: { model?: string | null }; response: { model?: string } };
  set_max_thinking_tokens: {
    request: { max_thinking_tokens: number | null };
    response: undefined;
  };
  rewind_files: {
    request: { user_message_id: string; dry_run?: boolean };
    response: RewindFilesResult;
  };
  mcp_status: { request: NoFields; response: { mcpServers: McpServerStatus[] } };
  mcp_reconnect: { request: { serverName: string }; response: unknown };
  mcp_toggle: { request: { serverName: string; enabled: boolean }; response: unknown };
  mcp_set_servers: {
    request: { servers: Record<string, unknown> };
    response: { added: string[]; removed: string[]; errors: Record<string, string> };
  };
  stop_task: { request: { task_id: string }; response: unknown };
  get_context_usage: { request: NoFields; response: ContextUsage };
}

/** A JSON-RPC 2.0 message, as MCP has it. */
export interface JsonRpcMessage {
  jsonrpc: '2.0';
  id?: string | number | null;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

export interface HookCallbackFields {
  callback_id: string;
  input: HookInput;
  tool_use_id?: string;
}

export interface CanUseToolFields {
  tool_name: string;
  input: Record<string, unknown>;
  tool_use_id?: string;
  display_name?: string;
  description?: string;
  permission_suggestions?: PermissionUpdate[];
  blocked_path?: string;
  decision_reason?: string;
  decision_reason_type?: string;
  agent_id?: string;
  mcp_server?: McpServerProvenance;
}

export interface McpMessageFields {
  server_name: string;
  message: JsonRpcMessage;
}

/** Control requests that the CLI sends and that we answer. */
export interface RequestsFromCli {
  hook_callback: { request: HookCallbackFields; response: HookOutput };
  can_use_tool: {
    request: CanUseToolFields;
    response: (PermissionAllow & { updatedInput: Record<string, unknown> }) | PermissionDeny;
  };
  mcp_message: { request: McpMessageFields; response: { mcp_response: JsonRpcMessage } };
}

export type ToCliSubtype = keyof RequestsToCli;
export type FromCliSubtype = keyof RequestsFromCli;

export interface SentUserMessage {
  content: UserContent;
  uuid: string;
  parentToolUseId?: string | null;
  sessionId?: string;
}

/**
 * The body of a control request. Bodies are encoded before an id is given or a place in a queue
 * is taken, so that what is not JSON fails where it was asked for.
 */
export function encodeRequest<Subtype extends ToCliSubtype>(
  subtype: Subtype,
  fields: RequestsToCli[Subtype]['request'],
): string {
  return encodeAnyRequest(subtype, fields);
}

/** For subtypes that the map does not list: new CLIs bring new ones most weeks. */
export function encodeAnyRequest(subtype: string, fields: object): string {
  const what = `The control request ${subtype}`;
  // The subtype joins the finished JSON, so that no `toJSON` can drop or change it.
  return encodeJson({ ...encodeObject(fields, what), subtype }, what);
}

export function encodeAnswer<Subtype extends FromCliSubtype>(
  subtype: Subtype,
  response: RequestsFromCli[Subtype]['response'],
): string {
  return encodeJson(response, `The answer to a ${subtype} request`);
}

/** The line of a control request, around a body that is JSON already. */
export function requestLine(requestId: string, body: string): string {
  const id = encodeJson(requestId, 'A request id');
  return `{"type":"control_request","request_id":${id},"request":${body}}\n`;
}

export function answerLine(requestId: string, body: string): string {
  const id = encodeJson(requestId, 'A request id');
  return `{"type":"control_response","response":{"subtype":"success","request_id":${id},"response":${body}}}\n`;
}

export function errorAnswerLine(requestId: string, error: string): string {
  const response = { subtype: 'error', request_id: requestId, error };
  return `${encodeJson({ type: 'control_response', response }, 'An error answer')}\n`;
}

export function userMessageLine({ content, ...sent }: SentUserMessage): string {
  const what = 'The content of a message';
  const body = encodeJson(content, what);
  const isBlocks = Array.isArray(content) && content.every(isObject) && body.startsWith('[');
  if (!isBlocks && !body.startsWith('"')) {
    throw encodeError(what, 'it is neither a string nor a list of content blocks');
  }
  const { parentToolUseId = null, sessionId = '', uuid } = sent;
  const rest = { parent_tool_use_id: parentToolUseId, session_id: sessionId, uuid };
  const fields = encodeJson(rest, 'A message').slice(1, -1);
  return `{"type":"user","message":{"role":"user","content":${body}},${fields}}\n`;
}
