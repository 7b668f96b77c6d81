import type { Envelope } from '../Envelope.js';
import { type ClaudeActorsError, isTerminal } from '../errors.js';
import type { Warning } from '../options/runtimeTypes.js';
import type { Query } from '../Query.js';
import type { StreamItem } from './streamItem.js';

/** Everything that a stream produced. */
export interface Collected<Item> {
  /** The items or messages, in order. */
  items: Item[];
  /** The warnings. */
  warnings: Warning[];
  /** Errors after which the stream went on. */
  nonTerminalErrors: ClaudeActorsError[];
  /** The error that ended the stream; undefined if it ended normally. */
  terminalError: ClaudeActorsError | undefined;
}

/**
 * Passes a query to `use` and closes it afterwards, even if `use` throws. The process has exited
 * when this resolves.
 *
 * @param query - The query to close.
 * @param use - What to do with it; its value is returned.
 */
export async function withStream<Value>(
  query: Query,
  use: (query: Query) => Value | Promise<Value>,
): Promise<Value> {
  try {
    return await use(query);
  } finally {
    await query.close();
  }
}

/**
 * Reads a query to its end and returns everything. It never throws: an error that ended the stream
 * is in `terminalError`.
 *
 * @param query - The query to read.
 */
export function collectItems(query: Query): Promise<Collected<StreamItem>> {
  return collect(query, (item) => item);
}

/**
 * Like `collectItems`, but with messages only, each with the line it came from.
 *
 * @param query - The query to read.
 */
export function collectMessages(query: Query): Promise<Collected<Envelope>> {
  return collect(query, (item) => (item.kind === 'message' ? item.envelope : undefined));
}

/**
 * Folds the items of a query into one value, like `Array.prototype.reduce`. Errors are items, too;
 * the one that ended the stream comes last.
 *
 * @param query - The query to read.
 * @param initial - The value to start with.
 * @param step - Returns the next value, given the current one and an item.
 */
export async function foldStream<Value>(
  query: Query,
  initial: Value,
  step: (value: Value, item: StreamItem) => Value | Promise<Value>,
): Promise<Value> {
  return withStream(query, async () => {
    let value = initial;
    for await (const item of safely(query)) value = await step(value, item);
    return value;
  });
}

async function collect<Item>(
  query: Query,
  select: (item: StreamItem) => Item | undefined,
): Promise<Collected<Item>> {
  const collected: Collected<Item> = {
    items: [],
    warnings: [],
    nonTerminalErrors: [],
    terminalError: undefined,
  };
  return foldStream(query, collected, (all, item) => {
    if (item.kind === 'warning') all.warnings.push(item.warning);
    if (item.kind === 'error') {
      if (isTerminal(item.error)) all.terminalError = item.error;
      else all.nonTerminalErrors.push(item.error);
    }
    const selected = select(item);
    if (selected !== undefined) all.items.push(selected);
    return all;
  });
}

/** The items of a query. An error that ends the stream is the last item instead of being thrown. */
async function* safely(query: Query): AsyncGenerator<StreamItem, void> {
  try {
    yield* query.items();
  } catch (error) {
    yield { kind: 'error', error: error as ClaudeActorsError };
  }
}
