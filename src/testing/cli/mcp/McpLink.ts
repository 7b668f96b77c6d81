import type { Frame } from '../Output.js';

/** How messages reach an MCP server. */
export interface McpLink {
  /** Sends a JSON-RPC message; gives its answer, or nothing of use for a notification. */
  send(message: Frame, signal: AbortSignal): Promise<Frame | 'closed'>;
  close(): void;
}

export const failed = (message: string): Frame => ({ error: { code: -32000, message } });
