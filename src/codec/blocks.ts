import type { OpenString, Unlisted } from './openTypes.js';

/** Text. */
export interface TextBlock {
  type: 'text';
  /** The text. */
  text: string;
  /** The sources that the text cites. */
  citations?: unknown[] | null;
}

/** The model's thinking. */
export interface ThinkingBlock {
  type: 'thinking';
  /** The text. */
  thinking: string;
  /** Proves to the API that the model wrote it. */
  signature?: string;
}

/** Thinking that the API does not show. */
export interface RedactedThinkingBlock {
  type: 'redacted_thinking';
  /** The encrypted thinking. */
  data: string;
}

/** The model calls a tool. */
export interface ToolUseBlock {
  type: 'tool_use';
  /** The id of the call; its result refers to it. */
  id: string;
  /** The tool. */
  name: string;
  /** The tool's input. */
  input: unknown;
}

/** The model calls a tool that the API runs. */
export interface ServerToolUseBlock {
  type: 'server_tool_use';
  /** The id of the call; its result refers to it. */
  id: string;
  /** The tool. */
  name: string;
  /** The tool's input. */
  input: unknown;
}

/** The model calls a tool of an MCP server that the API runs. */
export interface McpToolUseBlock {
  type: 'mcp_tool_use';
  /** The id of the call; its result refers to it. */
  id: string;
  /** The tool. */
  name: string;
  /** The MCP server. */
  server_name: string;
  /** The tool's input. */
  input: unknown;
}

/** The result of an MCP tool that the API ran. */
export interface McpToolResultBlock {
  type: 'mcp_tool_result';
  /** The call that this answers. */
  tool_use_id: string;
  /** What the tool returned. */
  content: string | ContentBlock[];
  /** True if the tool failed. */
  is_error?: boolean;
}

/** The result of a tool call. */
export interface ToolResultBlock {
  type: 'tool_result';
  /** The call that this answers. */
  tool_use_id: string;
  /** What the tool returned. */
  content?: string | ContentBlock[];
  /** True if the tool failed. */
  is_error?: boolean;
}

/** Where the data of an image or a document is. */
export type MediaSource =
  | { type: 'base64'; media_type: string; data: string }
  | { type: 'url'; url: string }
  | { type: 'text'; media_type: string; data: string }
  | {
      type: 'content';
      /** What the tool returned. */
      content: string | ContentBlock[];
    }
  | { type: 'file'; file_id: string };

/** An image. */
export interface ImageBlock {
  type: 'image';
  /** Where the data is. */
  source: MediaSource;
}

/** A document, such as a PDF. */
export interface DocumentBlock {
  type: 'document';
  /** Where the data is. */
  source: MediaSource;
  /** The title. */
  title?: string | null;
  /** What the model should know about it. */
  context?: string | null;
  /** Whether the model may cite it. */
  citations?: { enabled?: boolean } | null;
}

/**
 * A block of a type that this version does not list. It is passed on unchanged; read its fields
 * with `fieldOf`.
 */
export interface UnlistedBlock {
  type: Unlisted;
}

/** One part of a message. Narrow it by `type`. */
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

/** The tokens that a request used. */
export interface Usage {
  /** Input tokens that were neither read from the cache nor written to it. */
  input_tokens: number;
  /** Output tokens. */
  output_tokens: number;
  /** Input tokens written to the prompt cache. */
  cache_creation_input_tokens?: number | null;
  /** Input tokens read from the prompt cache. */
  cache_read_input_tokens?: number | null;
  /** How often tools that the API runs were called, by kind. */
  server_tool_use?: Record<string, number> | null;
  /** The service tier that handled the request. */
  service_tier?: string | null;
}

/** A message of the model, in the shape of the Messages API. */
export interface ApiMessage {
  /** The id of the message in the API. */
  id: string;
  type: 'message';
  role: 'assistant';
  /** The model that wrote it. */
  model: string;
  /** The parts of the message. */
  content: ContentBlock[];
  /** Why the model stopped; null while the message streams. */
  stop_reason: OpenString<
    'end_turn' | 'max_tokens' | 'stop_sequence' | 'tool_use' | 'refusal' | 'pause_turn'
  > | null;
  /** The sequence that stopped it. */
  stop_sequence: string | null;
  /** The tokens used. */
  usage: Usage;
}

/** The content of a user message: text, or content blocks. */
export type UserContent = string | ContentBlock[];
