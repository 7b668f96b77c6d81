import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { Drain } from '../../actors/observing/SignalQueue.js';
import type { Content } from '../../options/runtimeTypes.js';
import { ApprovalDesk } from '../fleet/ApprovalDesk.js';
import { FleetFeed } from '../fleet/FleetFeed.js';
import type { InspectedFleet } from '../fleet/inspectedFleet.js';
import type { Source } from './model/rows.js';
import { RowBuilder } from './report/RowBuilder.js';
import { Hub } from './server/Hub.js';
import { type PageServer, servePage } from './server/servePage.js';

export interface LocalPage {
  server: PageServer;
  /** Takes the signals of sessions in this process. */
  drain: Drain;
  close(): Promise<void>;
}

/** Opens a page in this process. It does not keep the process alive. */
export async function openLocalPage({
  content,
  port,
  fleet,
  answerApprovals = false,
}: {
  content: Content;
  port?: number | undefined;
  fleet?: InspectedFleet | undefined;
  answerApprovals?: boolean;
}): Promise<LocalPage> {
  const hub = new Hub();
  const desk = fleet && answerApprovals ? new ApprovalDesk(fleet) : undefined;
  const server = await servePage(hub, { port, keepsAlive: false, desk });
  const feed = fleet && new FleetFeed(fleet, hub, { content, answers: desk !== undefined });
  return {
    server,
    drain: drainIntoHub(hub, content),
    close() {
      feed?.close();
      return server.close();
    },
  };
}

/** Reports the signals of this process to a hub in the same process. */
export function drainIntoHub(hub: Hub, content: Content): Drain {
  const builder = new RowBuilder(content);
  const source = describeProgram(content);
  return (signals) => {
    const { rows, charts } = builder.build(signals);
    if (rows.length > 0 || charts.length > 0) hub.receive({ source, rows, charts });
    return true;
  };
}

/** This program, as the page lists it. */
export function describeProgram(content: Content): Source {
  const script = process.argv[1] ?? process.title;
  return { id: randomUUID(), pid: process.pid, title: basename(script), content };
}
