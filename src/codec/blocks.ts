import type { Unlisted } from './openTypes.js';

/** Names the CLI is known to send; others may come and are strings all the same. */
export type OpenString<Known extends string> = Known | (string & {});

export interface TextBlock {
  type: 'text';
  text: string;
  citations?: unknown[] | null;
}

export interface ThinkingBlock {
  type: 'thinking';
  thinking: string;
  signature?: string;
}

export interface RedactedThinkingBlock {
  type: 'redacted_thinking';
  data: string;
}

export interface ToolUseBlock {
  type: 'tool_use';
  id: string;
  name: string;
  input: unknown;
}

export interface ServerToolUseBlock {
  type: 'server_tool_use';
  id: string;
  name: string;
  input: unknown;
}

export interface McpToolUseBlock {
  type: 'mcp_tool_use';
  id: string;
  name: string;
  server_name: string;
  input: unknown;
}

export interface McpToolResultBlock {
  type: 'mcp_tool_result';
  tool_use_id: string;
  content: string | ContentBlock[];
  is_error?: boolean;
}

export interface ToolResultBlock {
  type: 'tool_result';
  tool_use_id: string;
  content?: string | ContentBlock[];
  is_error?: boolean;
}

export type MediaSource =
  | { type: 'base64'; media_type: string; data: string }
  | { type: 'url'; url: string }
  | { type: 'text'; media_type: string; data: string }
  | { type: 'content'; content: string | ContentBlock[] }
  | { type: 'file'; file_id: string };

export interface ImageBlock {
  type: 'image';
  source: MediaSource;
}

export interface DocumentBlock {
  type: 'document';
  source: MediaSource;
  title?: string | null;
  context?: string | null;
  citations?: { enabled?: boolean } | null;
}

/** A block of a type that this version does not list: untouched, read with `fieldOf`. */
export interface UnlistedBlock {
  type: Unlisted;
}

export type ContentBlock =
  | TextBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ToolUseBlock
  | ToolResultBlock
  | ServerToolUseBlock
  | McpToolUseBlock
  | McpToolResultBlock
  | ImageBlock
  | DocumentBlock
  | UnlistedBlock;

export interface Usage {
  input_tokens: number;
  output_tokens: number;
  cache_creation_input_tokens?: number | null;
  cache_read_input_tokens?: number | null;
  server_tool_use?: Record<string, number> | null;
  service_tier?: string | null;
}

/** An assistant's message as the Messages API gives it. */
export interface ApiMessage {
  id: string;
  type: 'message';
  role: 'assistant';
  model: string;
  content: ContentBlock[];
  stop_reason: OpenString<
    'end_turn' | 'max_tokens' | 'stop_sequence' | 'tool_use' | 'refusal' | 'pause_turn'
  > | null;
  stop_sequence: string | null;
  usage: Usage;
}

/** The content of a user's message. */
export type UserContent = string | ContentBlock[];
