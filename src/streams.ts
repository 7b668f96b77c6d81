import { type ClaudeActorsError, isTerminal } from './errors.js';
import type { Warning } from './options/runtimeTypes.js';
import type { Query } from './Query.js';
import type { Envelope, StreamItem } from './streamItem.js';

/** All that a stream gave, sorted by what it means for the caller. */
export interface Collected<Item> {
  items: Item[];
  warnings: Warning[];
  /** After these the stream went on. */
  nonTerminalErrors: ClaudeActorsError[];
  /** Set where the stream ended with an error. */
  terminalError: ClaudeActorsError | undefined;
}

/** Gives the query to `use` and closes it afterwards, whatever happens: the process is gone then. */
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

/** Reads a query to its end. Nothing is thrown: an error that ended it is in the answer. */
export function collectItems(query: Query): Promise<Collected<StreamItem>> {
  return collect(query, (item) => item);
}

/** The same for messages alone, each with the text that it came as. */
export function collectMessages(query: Query): Promise<Collected<Envelope>> {
  return collect(query, (item) => (item.kind === 'message' ? item.envelope : undefined));
}

/** Folds a query's items into one value; `step` gets errors too, the one that ended it last. */
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

/** The items, with an error that ends the stream as the last of them. */
async function* safely(query: Query): AsyncGenerator<StreamItem, void> {
  try {
    yield* query.items();
  } catch (error) {
    yield { kind: 'error', error: error as ClaudeActorsError };
  }
}
