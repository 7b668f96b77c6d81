import type { Difference } from './compareTypes.js';

/** A difference that is meant. `at` is a name, or a name and a field, such as `Options.hooks`. */
export interface Exception {
  readonly at: string;
  readonly kinds: readonly Difference['kind'][];
  /** Why, for docs/migration.md. */
  readonly reason: string;
}

/** Fields that are compared apart from the type they belong to, so that the rest is still compared. */
export const apart: readonly string[] = [
  'Options.hooks',
  'Options.canUseTool',
  'Options.mcpServers',
];

const moreOptions = 'takes what `Options` takes';
const moreMethods = 'returns a `Query`, which has more methods';
const privateFields = 'a class with private fields of its own';

export const exceptions: readonly Exception[] = [
  {
    at: 'Options.hooks',
    kinds: ['wider'],
    reason: 'the input of a hook is narrowed by its event; a hook may return a plain value',
  },
  { at: 'Options.canUseTool', kinds: ['wider'], reason: 'may return a plain value' },
  {
    at: 'Options.mcpServers',
    kinds: ['wider'],
    reason: 'a server may also be a function that answers messages',
  },
  {
    at: 'Query',
    kinds: ['refused'],
    reason: 'has more methods: `items()`, `envelopes()`, `request()` and others',
  },
  {
    at: 'typeof query',
    kinds: ['refused', 'missing', 'interface'],
    reason: 'has a second form, `query(prompt, options)`',
  },
  { at: 'Parameters<typeof query>', kinds: ['wider'], reason: moreOptions },
  { at: 'ReturnType<typeof query>', kinds: ['refused'], reason: moreMethods },
  { at: 'typeof startup', kinds: ['refused'], reason: moreOptions },
  { at: 'Parameters<typeof startup>', kinds: ['wider'], reason: moreOptions },
  { at: 'ReturnType<typeof startup>', kinds: ['refused'], reason: moreMethods },
  { at: 'WarmQuery', kinds: ['refused'], reason: moreMethods },
  { at: 'typeof prewarm', kinds: ['refused'], reason: moreOptions },
  { at: 'Parameters<typeof prewarm>', kinds: ['wider'], reason: moreOptions },
  { at: 'ReturnType<typeof prewarm>', kinds: ['refused'], reason: moreMethods },
  { at: 'SpareProcess', kinds: ['refused'], reason: moreMethods },
  {
    at: 'typeof createSdkMcpServer',
    kinds: ['refused'],
    reason: 'tools of any shape are taken without `any`',
  },
  {
    at: 'Parameters<typeof createSdkMcpServer>',
    kinds: ['wider'],
    reason: 'tools of any shape are taken without `any`',
  },
  {
    at: 'typeof tool',
    kinds: ['refused', 'wider'],
    reason: 'the second argument of a handler is typed, and schemas of `zod/mini` are understood',
  },
  {
    at: 'Parameters<typeof tool>',
    kinds: ['wider'],
    reason: 'the second argument of a handler is typed',
  },
  { at: 'AbortError', kinds: ['refused'], reason: 'has `code`, `category` and `details`' },
  { at: 'typeof AbortError', kinds: ['refused'], reason: 'has `code`, `category` and `details`' },
  {
    at: 'InMemorySessionStore',
    kinds: ['refused', 'wider', 'missing'],
    reason: privateFields,
  },
  { at: 'typeof InMemorySessionStore', kinds: ['refused', 'wider'], reason: privateFields },
];

const kindsInWords: Readonly<Record<Difference['kind'], string>> = {
  refused: 'a value of the official type does not fit here',
  wider: 'a value of this type does not fit there',
  missing: 'fields differ',
  interface: 'is no plain object',
};

/** The table of docs/migration.md. */
export function exceptionTable(): string {
  const rows = exceptions.map(({ at, kinds, reason }) => {
    // A form without fields is part of what is refused.
    const told = kinds.filter((kind) => kind !== 'interface' && kind !== 'missing');
    return `| \`${at}\` | ${told.map((kind) => kindsInWords[kind]).join('; ')} | ${reason} |`;
  });
  return ['| type | difference | why |', '|---|---|---|', ...rows].join('\n');
}
