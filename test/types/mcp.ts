// Checked by `npm run typecheck`, not run: what a user of MCP tools may rely on.
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import * as mini from 'zod/mini';
import * as z3 from 'zod/v3';
import { createSdkMcpServer, type InferShape, type McpToolResult, tool } from '../../src/mcp.js';
import type { McpServerConfig } from '../../src/options/mcpTypes.js';

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Equal<A, B> = [A, B] extends [B, A] ? true : false;
const holds = <Claim extends true>(): Claim | undefined => undefined;

interface Args {
  count: number;
  names: string[];
  mode: 'a' | 'b';
  note: string | undefined;
}

const four = {
  count: z.number(),
  names: z.array(z.string()),
  mode: z.enum(['a', 'b']),
  note: z.string().optional(),
};
const small = {
  count: mini.number(),
  names: mini.array(mini.string()),
  mode: mini.enum(['a', 'b']),
  note: mini.optional(mini.string()),
};
const three = {
  count: z3.number(),
  names: z3.array(z3.string()),
  mode: z3.enum(['a', 'b']),
  note: z3.string().optional(),
};
holds<Equal<InferShape<typeof four>, Args>>();
holds<Equal<InferShape<typeof small>, Args>>();
holds<Equal<InferShape<typeof three>, Args>>();
holds<
  Equal<InferShape<{ to: z.ZodPipe<z.ZodString, z.ZodTransform<number, string>> }>, { to: number }>
>();
holds<Same<keyof InferShape<Record<never, never>>, never>>();

export const add = tool('add', 'Adds', four, async (args, extra) => {
  holds<Equal<typeof args, Args>>();
  holds<Same<typeof extra.signal, AbortSignal>>();
  // @ts-expect-error no such argument
  args.other;
  // @ts-expect-error a number
  const wrong: string = args.count;
  return { content: [{ type: 'text', text: wrong }] };
});

/** Written for the official SDK, with the MCP SDK's own types. */
export const official = tool('official', 'Official', three, async (args, _extra: unknown) => {
  const result: CallToolResult = { content: [{ type: 'text', text: args.names.join() }] };
  return result;
});
export const result = (theirs: CallToolResult): McpToolResult => theirs;

// @ts-expect-error not a shape of schemas
export const noShape = tool('x', 'X', { a: 'string' }, async () => ({ content: [] }));
// @ts-expect-error a result has content
export const noResult = tool('x', 'X', {}, async () => ({ text: '' }));

export const servers: Record<string, McpServerConfig> = {
  mixed: createSdkMcpServer({
    name: 'mixed',
    tools: [add, official, tool('n', 'N', small, async () => ({ content: [] }))],
  }),
};
