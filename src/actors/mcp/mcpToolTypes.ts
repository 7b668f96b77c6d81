// These types describe shapes and import neither zod nor the MCP SDK: they must compile without them.

/** A schema of zod 3 or 4, reduced to the part that says what it parses to. */
export type ZodSchemaLike =
  | { readonly _output: unknown }
  | { readonly _zod: { readonly output: unknown } };

/** The arguments of a tool: zod schemas by name. */
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
  /** The name for display. */
  title?: string;
  /** The tool changes nothing. */
  readOnlyHint?: boolean;
  /** The tool may destroy something. */
  destructiveHint?: boolean;
  /** Calling the tool again with the same arguments changes nothing more. */
  idempotentHint?: boolean;
  /** The tool talks to the outside world. */
  openWorldHint?: boolean;
}

type Meta = Record<string, unknown>;

interface ContentCommon {
  /** Who the content is for, and how important it is. */
  annotations?: { audience?: ('user' | 'assistant')[]; priority?: number; lastModified?: string };
  /** Extra data for the client, by MCP's rules. */
  _meta?: Meta;
}

interface ResourceCommon {
  /** The URI of the resource. */
  uri: string;
  /** The type of the data. */
  mimeType?: string;
  /** Extra data for the client, by MCP's rules. */
  _meta?: Meta;
}

/** One part of a tool's result. */
export type McpToolContent =
  | ({
      type: 'text';
      /** The text. */
      text: string;
    } & ContentCommon)
  | ({
      type: 'image' | 'audio';
      /** The data, as base64. */
      data: string;
      /** The type of the data. */
      mimeType: string;
    } & ContentCommon)
  | ({
      type: 'resource_link';
      /** The URI of the resource. */
      uri: string;
      /** The name of the resource. */
      name: string;
      /** The name for display. */
      title?: string;
      /** What the resource is. */
      description?: string;
      /** The type of the data. */
      mimeType?: string;
      /** Its size in bytes. */
      size?: number;
    } & ContentCommon)
  | ({
      type: 'resource';
      /** The resource. */
      resource: (ResourceCommon & { text: string }) | (ResourceCommon & { blob: string });
    } & ContentCommon);

/** What a tool returns; `isError` tells the model that it failed. */
export interface McpToolResult {
  /** What the model sees. */
  content: McpToolContent[];
  /** The same as an object. */
  structuredContent?: Record<string, unknown>;
  /** True if the tool failed. */
  isError?: boolean;
  /** Extra data for the client, by MCP's rules. */
  _meta?: Meta;
}

/** What a tool learns about its call: the most useful part of what the MCP SDK passes. */
export interface McpToolContext {
  /** Aborts when the CLI cancels the call or the session ends. */
  signal: AbortSignal;
  /** The id of the request. */
  requestId: string | number;
  /** Different for each session. */
  sessionId?: string;
  /** Extra data for the client, by MCP's rules. */
  _meta?: { progressToken?: string | number; [field: string]: unknown };
  /** Sends a notification to this session's CLI, such as `notifications/progress`. */
  sendNotification(notification: { method: string; params?: Meta }): Promise<void>;
}

/** A tool, as `tool()` returns it. */
export interface SdkMcpToolDefinition<Shape extends AnyZodRawShape = AnyZodRawShape> {
  /** The name of the tool. */
  name: string;
  /** What it does. */
  description: string;
  /** Its arguments. */
  inputSchema: Shape;
  /** Hints about what it does. */
  annotations?: ToolAnnotations;
  /** Extra data for the client, by MCP's rules. */
  _meta?: Meta;
  /** Runs the tool. */
  handler: (args: InferShape<Shape>, extra: McpToolContext) => Promise<McpToolResult>;
}

/** A tool of any shape: whoever calls it must know what its arguments are. */
export type AnySdkMcpToolDefinition = Omit<SdkMcpToolDefinition, 'handler'> & {
  handler: (args: never, extra: McpToolContext) => Promise<McpToolResult>;
};
