import type {
  ToolAnnotations as Annotations,
  CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import type { ZodRawShape as ZodRawShape3 } from 'zod/v3';
import type { ZodRawShape as ZodRawShape4 } from 'zod/v4';

/** The arguments of a tool: zod schemas by name, of zod 3 or 4. */
export type AnyZodRawShape = ZodRawShape3 | ZodRawShape4;

/** The arguments that a shape of zod schemas parses to. */
export type InferShape<Shape extends AnyZodRawShape> = {
  [Key in keyof Shape]: Shape[Key] extends { _output: infer Output }
    ? Output
    : Shape[Key] extends { _zod: { output: infer Output } }
      ? Output
      : never;
} & {};

/** Hints about a tool, as MCP has them. */
export type ToolAnnotations = Annotations;

/** What a tool returns; `isError` tells the model that it failed. */
export type McpToolResult = CallToolResult;

/** One part of a tool's result. */
export type McpToolContent = CallToolResult['content'][number];

/** What a tool learns about its call: the most useful part of what the MCP SDK passes. */
export type McpToolContext = {
  /** Aborts when the CLI cancels the call or the session ends. */
  signal: AbortSignal;
  /** The id of the request. */
  requestId: string | number;
  /** Different for each session. */
  sessionId?: string;
  /** Extra data for the client, by MCP's rules. */
  _meta?: { progressToken?: string | number; [field: string]: unknown };
  /** Sends a notification to this session's CLI, such as `notifications/progress`. */
  sendNotification(notification: {
    method: string;
    params?: Record<string, unknown>;
  }): Promise<void>;
};

/** A tool, as `tool()` returns it. */
export type SdkMcpToolDefinition<Shape extends AnyZodRawShape = AnyZodRawShape> = {
  /** The name of the tool. */
  name: string;
  /** What it does. */
  description: string;
  /** Its arguments. */
  inputSchema: Shape;
  /** Hints about what it does. */
  annotations?: ToolAnnotations;
  /** Extra data for the client, by MCP's rules. */
  _meta?: Record<string, unknown>;
  /** Runs the tool. `extra` is an `McpToolContext`. */
  handler: (args: InferShape<Shape>, extra: unknown) => Promise<CallToolResult>;
};

/** A tool of any shape. The type does not say what its arguments are. */
export type AnySdkMcpToolDefinition = {
  /** The name of the tool. */
  name: string;
  /** What it does. */
  description: string;
  /** Its arguments. */
  inputSchema: AnyZodRawShape;
  /** Hints about what it does. */
  annotations?: ToolAnnotations;
  /** Extra data for the client, by MCP's rules. */
  _meta?: Record<string, unknown>;
  /** Runs the tool. */
  handler: (args: never, extra: unknown) => Promise<CallToolResult>;
};
