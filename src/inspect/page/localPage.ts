import type { Drain } from '../../actors/observing/SignalQueue.js';
import type { Content } from '../../options/runtimeTypes.js';
import { Hub } from './server/Hub.js';
import { type PageServer, servePage } from './server/servePage.js';
import { RowMaker } from './report/RowBuilder.js';
import { sourceOf } from './report/sourceOf.js';

export interface OpenHub {
  hub: Hub;
  server: PageServer;
  /** For the signals of this process. */
  drain: Drain;
}

/** A page in this process, which it does not keep alive. */
export async function openHub({
  content,
  port,
}: {
  content: Content;
  port?: number;
}): Promise<OpenHub> {
  const hub = new Hub();
  const server = await servePage(hub, { port, keepsAlive: false });
  return { hub, server, drain: drainInto(hub, content) };
}

/** Brings the signals of this process to a hub in it. */
export function drainInto(hub: Hub, content: Content): Drain {
  const maker = new RowMaker(content);
  const source = sourceOf(content);
  return (signals) => {
    const { rows, charts } = maker.make(signals);
    if (rows.length > 0 || charts.length > 0) hub.take({ source, rows, charts });
    return true;
  };
}
