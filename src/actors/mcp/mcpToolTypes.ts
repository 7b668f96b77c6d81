// Told by shape, with no import of zod or of the MCP SDK: these types must compile without them.

/** A zod schema, of version 3 or 4, by the part that tells what it parses to. */
export type ZodSchemaLike =
  | { readonly _output: unknown }
  | { readonly _zod: { readonly output: unknown } };

export type AnyZodRawShape = Readonly<Record<string, ZodSchemaLike>>;

type OutputOf<Schema> = Schema extends { readonly _zod: { readonly output: infer Output } }
  ? Output
  : Schema extends { readonly _output: infer Output }
    ? Output
    : unknown;

type OptionalKeys<Shape extends AnyZodRawShape> = {
  [Key in keyof Shape]: undefined extends OutputOf<Shape[Key]> ? Key : never;
}[keyof Shape];

/** The arguments that a shape of zod schemas parses to. */
export type InferShape<Shape extends AnyZodRawShape> = {
  -readonly [Key in Exclude<keyof Shape, OptionalKeys<Shape>>]: OutputOf<Shape[Key]>;
} & {
  -readonly [Key in OptionalKeys<Shape>]?: OutputOf<Shape[Key]>;
} extends infer Args
  ? { [Key in keyof Args]: Args[Key] }
  : never;

/** Hints about a tool, as MCP has them. */
export interface ToolAnnotations {
  title?: string;
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

type Meta = Record<string, unknown>;

interface ContentCommon {
  annotations?: { audience?: ('user' | 'assistant')[]; priority?: number; lastModified?: string };
  _meta?: Meta;
}

interface ResourceCommon {
  uri: string;
  mimeType?: string;
  _meta?: Meta;
}

export type McpToolContent =
  | ({ type: 'text'; text: string } & ContentCommon)
  | ({ type: 'image' | 'audio'; data: string; mimeType: string } & ContentCommon)
  | ({
      type: 'resource_link';
      uri: string;
      name: string;
      title?: string;
      description?: string;
      mimeType?: string;
      size?: number;
    } & ContentCommon)
  | ({
      type: 'resource';
      resource: (ResourceCommon & { text: string }) | (ResourceCommon & { blob: string });
    } & ContentCommon);

/** What a tool returns; `isError` tells the model that it failed. */
export interface McpToolResult {
  content: McpToolContent[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Meta;
}

/** What a tool knows of the call, the most useful part of what the MCP SDK passes. */
export interface McpToolContext {
  /** Aborted when the CLI takes the call back or the session ends. */
  signal: AbortSignal;
  requestId: string | number;
  /** One for each session. */
  sessionId?: string;
  _meta?: { progressToken?: string | number; [field: string]: unknown };
  /** To this session's CLI, such as `notifications/progress`. */
  sendNotification(notification: { method: string; params?: Meta }): Promise<void>;
}

export interface SdkMcpToolDefinition<Shape extends AnyZodRawShape = AnyZodRawShape> {
  name: string;
  description: string;
  inputSchema: Shape;
  annotations?: ToolAnnotations;
  _meta?: Meta;
  handler: (args: InferShape<Shape>, extra: McpToolContext) => Promise<McpToolResult>;
}

/** A tool of any shape: whoever calls it must know what its arguments are. */
export type AnySdkMcpToolDefinition = Omit<SdkMcpToolDefinition, 'handler'> & {
  handler: (args: never, extra: McpToolContext) => Promise<McpToolResult>;
};
