import { type Query, query } from '../../../src/Query.js';
import type { QueryDriver } from '../../../src/testing/model/query/queryDriver.js';

export interface PlainQuery {
  run: Query;
  read: Promise<string[]>;
}

async function readAll(run: Query): Promise<string[]> {
  const kinds: string[] = [];
  for await (const { kind } of run.items()) kinds.push(kind);
  return kinds;
}

/** An application that is nothing but a query, read to its end. */
export const plainQuery = {
  start(options) {
    const run = query('Hello', { mode: 'oneShot', ...options });
    const read = readAll(run);
    read.catch(() => {});
    return { run, read };
  },
  outcome: ({ read }) => read,
  interrupt: ({ run }) => run.interrupt(),
  stop: ({ run }) => run.close(),
  close: ({ run }) => run.close(),
} satisfies QueryDriver<PlainQuery>;
